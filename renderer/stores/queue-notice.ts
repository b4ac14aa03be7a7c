import { create } from "zustand";
import { persist } from "zustand/middleware";

type Notice = { readonly wanted: boolean };

/** Whether a notice of the desktop is wanted when the queue has nothing left to do. */
export const useQueueNotice = create<Notice>()(persist((): Notice => ({ wanted: false }), { name: "flipbook-queue-notice" }));

/** Turns the notice on or off; a browser asks the person first, and their no counts. Returns whether it is on now. */
export async function setQueueNotice(wanted: boolean): Promise<boolean> {
  const allowed = wanted && (Notification.permission === "granted" || (await Notification.requestPermission()) === "granted");
  useQueueNotice.setState({ wanted: allowed });
  return allowed;
}
