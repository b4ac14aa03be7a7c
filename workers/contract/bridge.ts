/** Commands the application menu sends to the window; each does what the matching key or button does, others are ignored. */
export const menuCommands = [
  "go-lab", "go-queue", "go-machine", "go-notes", "go-settings", "new-sweep", "open-file", "search", "shortcuts",
] as const;
export type MenuCommand = (typeof menuCommands)[number];

/** A text file the user picked in the system's dialog. */
export type OpenedFile = { readonly name: string; readonly text: string };

/** A file to be written where the user chooses. */
export type SavedFile = { readonly name: string; readonly base64: string };

/** Why a chosen file or folder cannot be used, in words for the person who chose it; an error would arrive wrapped in another's words. */
export type FileRefusal = { readonly refusal: string };

/** The message pipe between window and engine; `open` connects anew and ends what was open before. */
export type EnginePipe = {
  send(text: string): void;
  /** Returns its disposer, as do all listeners here. */
  onMessage(listener: (text: string) => void): () => void;
  onClose(listener: () => void): () => void;
  open(): Promise<void>;
};

/** What the preload script puts at `window.flipbook`; absent in a browser tab. */
export type Bridge = {
  readonly pipe: EnginePipe;
  /** Node's name of the platform: `linux`, `darwin`, `win32`. */
  readonly platform: string;
  /** Null where the user closed the dialog. */
  openFile(): Promise<OpenedFile | FileRefusal | null>;
  /** Returns where the files went, or null where the user closed the dialog. */
  saveFiles(files: readonly SavedFile[]): Promise<string | FileRefusal | null>;
  onMenu(listener: (command: string) => void): () => void;
  /** Shows a folder of the lab (path relative to the lab folder) in the system's file manager. */
  showFolder(relativePath: string): void;
};
