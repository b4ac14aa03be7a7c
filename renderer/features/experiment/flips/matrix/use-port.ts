import { useEffect, useState, type RefObject } from "react";

/** The part of a scrolled element that is in sight. */
export type Port = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Follows an element's size; its scroll position is read when painting, so that scrolling does not go through React. */
export function useSize(element: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const read = () => setSize({ width: watched.clientWidth, height: watched.clientHeight });
    const observer = new ResizeObserver(read);
    observer.observe(watched);
    read();
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** Where a scroller stands. */
export function portOf(scroller: HTMLElement): Port {
  return { left: scroller.scrollLeft, top: scroller.scrollTop, width: scroller.clientWidth, height: scroller.clientHeight };
}
