import type { ReactNode } from "react";
import Markdown from "react-markdown";
import { Link } from "wouter";
import { openItem } from "../../stores/selection.ts";
import { linkNames, targetOf } from "./note-links.ts";
import styles from "./notes.module.css";

/** A note's Markdown; the items and seeds that it names lead there, links to the web open outside. */
export function NoteText({ experimentId, markdown }: { readonly experimentId: string; readonly markdown: string }) {
  return (
    <div className={styles["markdown"]}>
      <Markdown
        remarkPlugins={[() => linkNames]}
        components={{
          a: ({ href = "", children }) => (
            <NoteLink experimentId={experimentId} href={href}>
              {children}
            </NoteLink>
          ),
        }}
      >
        {markdown}
      </Markdown>
    </div>
  );
}

function NoteLink({ experimentId, href, children }: { readonly experimentId: string; readonly href: string; readonly children: ReactNode }) {
  const target = targetOf(href);
  if (target === null) {
    return (
      <a href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  }
  if (target.kind === "seed") return <Link href={`/experiment/${experimentId}/runs`}>{children}</Link>;
  return (
    <Link href={`/experiment/${experimentId}/flips`} onClick={() => openItem(experimentId, Math.max(0, target.number - 1))}>
      {children}
    </Link>
  );
}
