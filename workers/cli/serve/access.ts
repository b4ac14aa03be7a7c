import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** The key to one `flipbook serve`; it lives as long as that process. */
export type Access = { readonly token: string; readonly cookie: string };

/** Why a request is not answered: a status and plain words. */
export type Refusal = { readonly status: 400 | 401 | 403 | 404 | 405; readonly says: string };

export function createAccess(port: number): Access {
  // Cookies do not tell ports apart, so that two servers need two names.
  return { token: randomBytes(32).toString("base64url"), cookie: `flipbook-${port}` };
}

const ownNames = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Only requests that were sent to this machine by name: a web page that points its own name here is refused. */
export function refuseHost(headers: IncomingHttpHeaders): Refusal | null {
  const name = hostName(headers.host);
  if (name !== null && ownNames.has(name)) return null;
  return { status: 403, says: "This server answers to 127.0.0.1 and localhost only." };
}

/** A request that another page sends is refused; one without an Origin was sent by no page. */
export function refuseOrigin(headers: IncomingHttpHeaders, needed: boolean): Refusal | null {
  if (headers.origin === undefined) return needed ? { status: 403, says: "The connection must come from this server's own page." } : null;
  if (headers.origin === `http://${headers.host ?? ""}`) return null;
  return { status: 403, says: "Another page cannot use this server." };
}

export function refuseCookie(headers: IncomingHttpHeaders, access: Access): Refusal | null {
  const given = cookieValues(headers.cookie, access.cookie);
  if (given.some((value) => isSame(value, access.token))) return null;
  return { status: 401, says: "Open the address that `flipbook serve` printed; it holds the key." };
}

/** Compares in a time that does not depend on where two texts differ. */
export function isSame(given: string, secret: string): boolean {
  const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(secret));
}

export function setCookie(access: Access): string {
  return `${access.cookie}=${access.token}; Path=/; HttpOnly; SameSite=Strict`;
}

function hostName(host: string | undefined): string | null {
  return /^(\[[0-9a-f:]+\]|[^:/@\s]+)(:\d{1,5})?$/i.exec(host ?? "")?.[1]?.toLowerCase() ?? null;
}

function cookieValues(header: string | undefined, name: string): readonly string[] {
  return (header ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at !== -1 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
}
