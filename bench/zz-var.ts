import pg from 'pg'
import { readFileSync } from 'node:fs'
const base = process.env.PGURL!
async function cpuEach(name: string, n: number, f: (i: number) => string) {
  const c = new pg.Client({ connectionString: base }); await c.connect()
  const pid = (await c.query('select pg_backend_pid() p')).rows[0].p
  const cpu = () => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  for (let i = 0; i < 100; i++) await c.query(f(i))
  const best: number[] = []
  for (let b = 0; b < 5; b++) { const a = cpu(); for (let i = 0; i < n; i++) await c.query(f(100 + b * n + i)); best.push((cpu() - a) / n) }
  best.sort((x, y) => x - y)
  console.log(name.padEnd(40), ((best[0] ?? 0) * 1000).toFixed(0), 'us min', ((best[2] ?? 0) * 1000).toFixed(0), 'median')
  await c.end()
}
const k = Math.random().toString(36).slice(2)
const buy = `select market_purchase(jsonb_build_array(jsonb_build_object('id','pur'||n,'offer_id','offer'||n,'version',1,'price','20000','fee','1000','quotes','[]'::jsonb)),'buyer1','inspected',now()) from (select nextval('s') n) x`
const s = new pg.Client({ connectionString: base }); await s.connect()
await s.query(`create table if not exists tt(id text primary key, v bigint)`)
await s.query(`create or replace function f_noop() returns jsonb language plpgsql as $$ begin return '[]'::jsonb; end $$;
create or replace function f_ins(n text) returns jsonb language plpgsql as $$ begin insert into tt values (n, 1); return '[]'::jsonb; end $$;`)
const which = process.argv[2]
const tests: [string, (i: number) => string][] = [
 ['purchase', () => buy],
 ['noop fn', () => `select f_noop()`],
 ['insert + commit', (i) => `select f_ins('${k}${i}')`],
 ['post 2 legs', (i) => `select ledger_move(array['${k}a${i}','${k}b${i}'],array['purchase','fee']::ledger_transfer_kind[],array['escrow:context${i % 500 + 1}','user:seller${i * 7 % 500 + 1}'],array['user:seller${i * 7 % 500 + 1}','fees'],array[100,5]::bigint[],array[null,null]::text[],array[null,null]::text[],array[null,null]::text[],now())`],
 ['post 1 leg', (i) => `select ledger_move(array['${k}c${i}'],array['purchase']::ledger_transfer_kind[],array['escrow:context${i % 500 + 1}'],array['user:seller${i * 7 % 500 + 1}'],array[100]::bigint[],array[null]::text[],array[null]::text[],array[null]::text[],now())`],
]
for (const [name, f] of tests) if (!which || name.startsWith(which)) await cpuEach(name, 400, f)
await s.end()
