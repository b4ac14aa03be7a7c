import type { Prepared } from "../../../figures/figure.ts";
import type { ThemeName } from "../../../figures/theme.ts";
import evidence from "../../../components/evidence.module.css";
import styles from "./export.module.css";

type Props = { readonly figure: Prepared; readonly theme: ThemeName; readonly width: number };

/** The figure as it will be written; a transparent one on a white and on a black page. */
export function Preview({ figure, theme, width }: Props) {
  if (figure.kind === "refused") return <p className={evidence["refused"]}>{figure.why}</p>;
  const drawing = figure.draw({ theme, width, fontCss: null });
  if (theme !== "transparent") return <div className={styles["preview"]}>{drawing}</div>;
  return (
    <div className={styles["preview"]}>
      <div className={styles["white"]}>{drawing}</div>
      <div className={styles["black"]}>{drawing}</div>
    </div>
  );
}
