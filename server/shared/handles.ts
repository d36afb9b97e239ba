const HANDLE_CHARS_MAX = 30

/** A handle made from a name: "Ana María Ruiz" → "ana-maria-ruiz". Empty when no letter of it can stand in an address. */
export function handleFrom(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, HANDLE_CHARS_MAX)
    .replace(/^-+|-+$/g, '')
}
