/** Seeds are what `seededRandom` takes: 32 bits. */
const SEED_MAX = 4_294_967_295
/** Who asks for more runs than anybody waits for has slipped. */
const SEEDS_MAX = 100_000

/** "8,16,64" or "1-20", or both: "1-3,8". Otherwise what is wrong, to be put behind the argument's name. */
export function seedsFrom(
  text: string,
): { ok: true; seeds: readonly number[] } | { ok: false; problem: string } {
  const seeds: number[] = []
  for (const part of text.split(',')) {
    const [, from, to] = /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(part.trim()) ?? []
    const first = Number(from)
    const last = to === undefined ? first : Number(to)
    if (!(first <= last && last <= SEED_MAX)) {
      const problem = `takes whole numbers from 0 to ${SEED_MAX}, such as 8,16,64 or 1-20, not “${part}”.`
      return { ok: false, problem }
    }
    if (seeds.length + last - first >= SEEDS_MAX) {
      return { ok: false, problem: `takes ${SEEDS_MAX} seeds at most; “${text}” are more.` }
    }
    for (let seed = first; seed <= last; seed += 1) seeds.push(seed)
  }
  const twice =
    seeds.length === new Set(seeds).size ? undefined : seeds.find((seed, i) => seeds.indexOf(seed) !== i)
  if (twice !== undefined) return { ok: false, problem: `names ${twice} twice; a seed counts once.` }
  return { ok: true, seeds }
}

/** The shortest way to write seeds: "1-1200", "8,16,64". */
export function seedsText(seeds: readonly number[]): string {
  const [first, last] = [seeds[0], seeds.at(-1)]
  const isSpan = seeds.length > 2 && seeds.every((seed, i) => i === 0 || seed === (seeds[i - 1] ?? 0) + 1)
  return isSpan ? `${first}-${last}` : seeds.join(',')
}
