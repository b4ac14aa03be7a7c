import { useEffect, useRef, useState, type RefObject } from "react";

/** Whether an element is on the screen, or nearly so: what nobody sees need not be drawn anew at every move. */
export function useOnScreen<Node extends Element>(): readonly [RefObject<Node | null>, boolean] {
  const node = useRef<Node>(null);
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    const element = node.current;
    if (element === null) return;
    const observer = new IntersectionObserver(([entry]) => setIsOn(entry?.isIntersecting ?? false), { rootMargin: "150px" });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [node, isOn];
}
