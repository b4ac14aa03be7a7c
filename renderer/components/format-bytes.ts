import { formatCount } from "./format-count.ts";

const units = ["bytes", "KiB", "MiB", "GiB", "TiB"] as const;

/** `612 bytes`, `4.2 MiB`; a mean or a spread of bytes is rounded to whole ones. */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  return unit === 0 ? `${formatCount(Math.round(bytes))} bytes` : `${size.toFixed(size < 10 ? 1 : 0)} ${units[unit] ?? ""}`;
}

/** `23,904 MiB`: the number a person compares with nvidia-smi. */
export function formatMib(mib: number): string {
  return `${formatCount(Math.round(mib))} MiB`;
}

/** `16 GiB`, `0.9 GiB`: short, for axes. */
export function formatGib(mib: number): string {
  const gib = mib / 1024;
  return `${gib.toFixed(gib >= 10 || gib === 0 ? 0 : 1)} GiB`;
}
