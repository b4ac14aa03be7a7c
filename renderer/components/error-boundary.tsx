import { Component, type ErrorInfo, type ReactNode } from "react";
import { sentenceOf } from "../client/lab-error.ts";
import { Button } from "./button.tsx";
import styles from "./loaded.module.css";

type Props = { readonly children: ReactNode };
type State = { readonly error: unknown };

/** Keeps a bug on one page from taking the window with it; give it the page's address as key. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <div className={styles["note"]} role="alert">
        <p>This part of the window could not be drawn. Nothing in the lab has changed. {sentenceOf(this.state.error)}</p>
        <Button onClick={() => this.setState({ error: null })}>Draw it again</Button>
      </div>
    );
  }
}
