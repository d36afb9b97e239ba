import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** From the folder the process was started in, as the migrations: a production build moves this file. */
const FUNCTIONS_FOLDER = path.join(process.cwd(), 'db/functions')

/** A file of functions of one domain. */
export interface FunctionFile {
  /** `ledger` for `db/functions/ledger.sql`. */
  name: string
  text: string
  /** SHA-256 of the text. */
  hash: string
  /** Names of the functions it creates. */
  functions: string[]
}

/** One connection. Runs a script of several statements, all or none; resolves with the rows of the last one. */
export type RunScript = (script: string) => Promise<Record<string, unknown>[]>

/**
 * Functions that migrations made until revision 75314af, before each had its place in a file. They go when the first files
 * are applied.
 */
const FORMER_FUNCTIONS = [
  ...[
    'ledger_account_kind_of',
    'ledger_allows',
    'ledger_lock',
    'ledger_has_key',
    'ledger_move',
    'ledger_post',
  ],
  ...['ledger_transfer_is_append_only', 'ledger_account_stays', 'market_explain_refusal', 'market_purchase'],
  ...[
    'market_buy',
    'offers_write',
    'offers_sealed',
    'request_seen',
    'matcher_candidates',
    'matchers_of_people',
  ],
  ...[
    'matchers_of_bots',
    'bots_found',
    'bots_answer',
    'tree_rows',
    'tree_note',
    'context_steps',
    'steps_begin',
  ],
  ...['steps_close', 'contexts_save', 'contexts_open', 'verdicts_carry_out', 'contexts_move'],
]

/** The files of functions, by name. */
export function readFunctionFiles(): FunctionFile[] {
  return readdirSync(FUNCTIONS_FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(path.join(FUNCTIONS_FOLDER, file), 'utf8')
      return {
        name: path.basename(file, '.sql'),
        text,
        hash: createHash('sha256').update(text).digest('hex'),
        functions: [...text.matchAll(/^create function (\w+)/gm)].map(([, name = '']) => name),
      }
    })
}

/**
 * Replaces the functions of every file that is not the one applied last or has lost one, and their triggers: all or none.
 * Drops those of files that are gone. The caller holds the lock of the migrations, which have run.
 */
export async function applyFunctions(run: RunScript, files = readFunctionFiles()): Promise<void> {
  const [found] = await run(`select to_regclass('drizzle.function_file') is null as is_first`)
  const isFirst = found?.is_first === true
  const applied = isFirst ? [] : await run(READ_APPLIED)

  const changed = files.filter(
    ({ name, hash }) => !applied.some((row) => row.file === name && row.hash === hash),
  )
  const stale = applied.filter(
    (row) => !files.some(({ name, hash }) => name === row.file && hash === row.hash),
  )
  if (changed.length === 0 && stale.length === 0) return

  const leaving = [
    ...(isFirst ? FORMER_FUNCTIONS : []),
    ...stale.flatMap((row) => (Array.isArray(row.functions) ? row.functions.map(String) : [])),
    ...changed.flatMap((file) => file.functions),
  ]
  await run(
    [
      isFirst ? CREATE_TABLE : '',
      dropFunctions(leaving),
      ...stale.map((row) => `delete from drizzle.function_file where file = '${row.file}';`),
      ...changed.flatMap(({ name, text, hash, functions }) => [
        text,
        `insert into drizzle.function_file (file, hash, functions) values ('${name}', '${hash}', '{${functions}}');`,
      ]),
    ].join('\n'),
  )
}

/** What was applied, without the hash where a function is missing. */
const READ_APPLIED = `
select file, functions, case when cardinality(functions) = (
  select count(*) from pg_proc where pronamespace = 'public'::regnamespace and proname = any (functions)
) then hash end as hash
from drizzle.function_file`

/** Beside drizzle's own list of the migrations that were applied. */
const CREATE_TABLE = `
create table drizzle.function_file (
  file text primary key,
  hash text not null,
  functions text[] not null,
  applied_at timestamptz not null default now()
);`

/** Drops functions by name, as far as they are there, with the triggers that call them; refuses to drop anything else. */
function dropFunctions(names: readonly string[]): string {
  return `
do $drop$
declare
  leaving oid[] := array(
    select oid from pg_proc where pronamespace = 'public'::regnamespace and proname = any ('{${names}}')
  );
  one record;
begin
  for one in select tgname, tgrelid::regclass as place from pg_trigger where tgfoid = any (leaving) loop
    execute format('drop trigger %I on %s', one.tgname, one.place);
  end loop;
  for one in select leaving_oid::regprocedure as signature from unnest(leaving) as leaving_oid loop
    execute format('drop function %s', one.signature);
  end loop;
end
$drop$;`
}
