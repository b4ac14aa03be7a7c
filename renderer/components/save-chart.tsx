import type { RefObject } from "react";
import { sentenceOf } from "../client/lab-error.ts";
import { showToast } from "../stores/toasts.ts";
import { Button } from "./button.tsx";
import { chartPicture, pictureAsPng, type PictureWords } from "./chart-picture.ts";
import { saveFiles } from "./save-files.ts";

type Props = { readonly chart: RefObject<HTMLElement | null>; /** The files' name without an ending. */ readonly name: string; readonly words: PictureWords };

/** Saves the chart that is on screen as it is, as SVG and as PNG at twice its size. */
export function SaveChart({ chart, name, words }: Props) {
  const save = async (): Promise<void> => {
    const drawn = chart.current?.querySelector("svg.recharts-surface");
    if (!(drawn instanceof SVGSVGElement)) throw new Error("There is no chart on the page to save.");
    const picture = chartPicture(drawn, words);
    const where = await saveFiles([{ name: `${name}.svg`, base64: base64Of(picture.svg) }, { name: `${name}@2x.png`, base64: await pictureAsPng(picture, 2) }]);
    if (where !== null) showToast({ text: `The chart is in ${where}, as SVG and PNG.` });
  };
  return (
    <Button kind="link" onClick={() => void save().catch((error: unknown) => showToast({ text: sentenceOf(error), tone: "problem" }))}>
      Save this chart…
    </Button>
  );
}

/** Text as base64 of its UTF-8 bytes; byte by byte, since a large picture has more bytes than a call has arguments. */
function base64Of(text: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}
