import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * What `--data` names, as one text: a file's own, or a folder's JSON files in the order of their names as one JSON array.
 *
 * @throws Error when a file of the folder is no JSON, or the folder has none.
 */
export function readData(place: string): string {
  if (!statSync(place).isDirectory()) return readFileSync(place, 'utf8')
  const names = readdirSync(place)
    .filter((name) => name.endsWith('.json'))
    .sort()
  if (names.length === 0) throw new Error(`${place} has no file that ends with .json.`)
  return JSON.stringify(names.map((name) => parsed(path.join(place, name))))
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} is no JSON: ${error instanceof Error ? error.message : error}`)
  }
}
