import { Link } from "wouter";
import type { SearchHit } from "../../../workers/contract/note-views.ts";
import { useSearch } from "../../client/hooks/note.ts";
import { plural } from "../../components/format-count.ts";
import { Loaded } from "../../components/loaded.tsx";
import { openItem } from "../../stores/selection.ts";
import { markedParts } from "./marked-parts.ts";
import styles from "./notes-page.module.css";

const mostHits = 100;

const kindWords = { note: "note", item: "item", output: "output" } as const;

export function SearchResults({ text }: { readonly text: string }) {
  const search = useSearch(text, mostHits);
  return (
    <Loaded query={search} what="the index">
      {(hits) =>
        hits.length === 0 ? (
          <p className={styles["none"]}>Nothing in the lab’s notes, items and outputs matches “{text}”.</p>
        ) : (
          <>
            <p className={styles["none"]}>{hits.length === mostHits ? `The best ${mostHits} hits` : plural(hits.length, "hit")}</p>
            <ul className={styles["list"]}>
              {hits.map((hit, index) => (
                <Hit key={index} hit={hit} />
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  );
}

function Hit({ hit }: { readonly hit: SearchHit }) {
  const tab = hit.kind === "note" ? "notes" : "flips";
  const place = hit.itemIndex === null ? "" : `, item ${hit.itemIndex + 1}`;
  return (
    <li>
      <Link href={`/experiment/${hit.experimentId}/${tab}`} onClick={() => hit.itemIndex !== null && openItem(hit.experimentId, hit.itemIndex)}>
        {hit.experimentName}
        {place}
      </Link>{" "}
      <small>{kindWords[hit.kind]}</small>
      <p>
        {markedParts(hit.excerpt).map((part, index) => (part.marked ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>))}
      </p>
    </li>
  );
}
