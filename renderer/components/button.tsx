import type { ButtonHTMLAttributes } from "react";
import styles from "./button.module.css";

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** `main`: what one most likely wants; `link`: an action within text; `toggle`: on or off by `aria-pressed`. */
  readonly kind?: "plain" | "main" | "link" | "toggle";
};

export function Button({ kind = "plain", className, ...rest }: Props) {
  return <button type="button" {...rest} className={`${styles["button"] ?? ""} ${styles[kind] ?? ""} ${className ?? ""}`} />;
}
