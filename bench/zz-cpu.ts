import { readFileSync } from 'node:fs'
import pg from 'pg'

const base = process.argv[2]!
async function cpuEach(db: string, name: string, n: number, statements: (i: number) => string[]) {
  const c = new pg.Client({ connectionString: base.replace(/[^/]*$/, db) })
  await c.connect()
  const pid = (await c.query('select pg_backend_pid() p')).rows[0].p
  const cpu = () => {
    const f = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
    return Number(f[0]) / 1e6
  }
  for (let i = 0; i < 100; i++) for (const s of statements(i)) await c.query(s)
  const a = cpu()
  for (let i = 100; i < 100 + n; i++) for (const s of statements(i)) await c.query(s)
  console.log(name, ((cpu() - a) / n).toFixed(3), 'ms cpu of the backend each')
  await c.end()
}
const buy = `select market_purchase(jsonb_build_array(jsonb_build_object('id','pur'||n,'offer_id','offer'||n,'version',1,'price','20000','fee','1000','quotes','[]'::jsonb)),'buyer1','inspected',now()) from (select nextval('s') n) x`
const only = process.argv[3]
const r = (n: number) => 1 + Math.floor(Math.random() * n)
const arms: [string, string, (i: number) => string[]][] = [
  ['market', 'purchase', () => [buy]],
  [
    'tpcb',
    'tpcb',
    () => {
      const a = r(1000000),
        t = r(100),
        b = r(10)
      return [
        'BEGIN',
        `UPDATE pgbench_accounts SET abalance = abalance + 1 WHERE aid = ${a}`,
        `SELECT abalance FROM pgbench_accounts WHERE aid = ${a}`,
        `UPDATE pgbench_tellers SET tbalance = tbalance + 1 WHERE tid = ${t}`,
        `UPDATE pgbench_branches SET bbalance = bbalance + 1 WHERE bid = ${b}`,
        `INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (${t}, ${b}, ${a}, 1, CURRENT_TIMESTAMP)`,
        'END',
      ]
    },
  ],
  ['tpcb', 'select 1', () => ['select 1']],
]
for (let k = 0; k < 2; k++)
  for (const [db, name, st] of arms) if (!only || name === only) await cpuEach(db, name, 2000, st)
