import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { sentenceOf } from "../client/lab-error.ts";
import { Button } from "./button.tsx";
import styles from "./loaded.module.css";

type Props<Data> = {
  readonly query: UseQueryResult<Data>;
  /** What is being waited for: `the matrix`. */
  readonly what: string;
  readonly children: (data: Data) => ReactNode;
};

/** Shows data once it is there; until then says what is awaited, and on failure why and what can be done. */
export function Loaded<Data>({ query, what, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <div className={styles["note"]} role="alert">
        <p>{sentenceOf(query.error)}</p>
        <Button onClick={() => void query.refetch()}>Try again</Button>
      </div>
    );
  }
  return <p className={styles["waiting"]}>Reading {what}…</p>;
}
