import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

/** `npm run db:generate` ends with this: drizzle-kit compares the schema with its newest snapshot alone, and each is 6 000 lines. */
const META = 'db/migrations/meta'
const snapshots = readdirSync(META)
  .filter((name) => name.endsWith('_snapshot.json'))
  .sort()
for (const name of snapshots.slice(0, -1)) rmSync(path.join(META, name))
