import { Link } from "wouter";
import { Page } from "../page.tsx";

export function NotFound() {
  return (
    <Page title="No such page" say="There is nothing at this address.">
      <Link href="/">To the lab</Link>
    </Page>
  );
}
