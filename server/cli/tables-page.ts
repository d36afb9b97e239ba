import { writeFile } from 'node:fs/promises'
import { TABLES_PAGE, tablesPage } from '@/db/tables-page'
import { runCommand } from './run-command'

/** `npm run docs:tables`: writes the page of the tables from their schema. */
async function main(): Promise<number> {
  await writeFile(TABLES_PAGE, await tablesPage())
  console.log(TABLES_PAGE)
  return 0
}

runCommand(main)
