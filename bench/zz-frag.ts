import { readFileSync } from 'node:fs'
import pg from 'pg'

const c = new pg.Client({ connectionString: process.env.PGURL! })
await c.connect()
const pid = (await c.query('select pg_backend_pid() p')).rows[0].p
const cpu = () => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
async function frag(name: string, body: string, decl = '') {
  const N = 2000
  const q = (n: number) =>
    `do $$ declare n int; t text; ${decl} begin for n in 1..${n} loop ${body} end loop; end $$`
  await c.query('begin')
  await c.query(q(50))
  await c.query('rollback')
  await c.query('begin')
  const a = cpu()
  await c.query(q(N))
  const d = (cpu() - a) / N
  await c.query('rollback')
  console.log(name.padEnd(40), (d * 1000).toFixed(0), 'us')
}
const k = () => Math.random().toString(36).slice(2)
for (let r = 0; r < 2; r++) {
  await frag('empty', '')
  await frag(
    'whole purchase',
    `perform market_purchase(jsonb_build_array(jsonb_build_object('id','q'||n,'offer_id','offer'||(190000-n),'version',1,'price','20000','fee','1000','quotes','[]'::jsonb)),'buyer1','inspected',now());`,
  )
  await frag(
    'ledger_post 2 legs',
    `perform ledger_post(jsonb_build_array(jsonb_build_object('key','${k()}'||n,'kind','purchase','from','escrow:context1','to','user:seller5','amount','10'),jsonb_build_object('key','${k()}'||n,'kind','fee','from','user:seller5','to','fees','amount','1')),now());`,
  )
  await frag(
    'ledger_post 1 leg',
    `perform ledger_post(jsonb_build_array(jsonb_build_object('key','${k()}'||n,'kind','purchase','from','escrow:context1','to','user:seller5','amount','10')),now());`,
  )
  await frag(
    'insert purchase',
    `insert into purchase (id, offer_id, offer_version, context_id, root_id, buyer_id, seller_id, price_micros, fee_micros, way, created_at) values ('w'||n, 'offer'||(190000-n), 1, 'context5','context5','buyer1','seller3', 20000, 1000, 'inspected', now());`,
  )
  await frag(
    'insert transfer',
    `insert into ledger_transfer (id,key,kind,from_account,to_account,amount_micros,created_at) values ('${k()}'||n,'${k()}'||n,'purchase','escrow:context1','user:seller5',5,now());`,
  )
  await frag(
    'update account',
    `update ledger_account set balance_micros=balance_micros-1, version=version+1 where id='user:seller'||(n%500+1);`,
  )
  await frag(
    'update offer',
    `update info_offer set state='bought', ended_at=now() where id='offer'||(190000-n);`,
  )
  await frag('select key', `perform 1 from ledger_transfer where key = 'x'||n;`)
  await frag(
    'jsonb build 8',
    `t := jsonb_build_object('key','x'||n,'kind','fee','from','user:seller5','to','fees','amount','1','context_id','a','root_id','b','offer_id','c');`,
  )
  await frag(
    'allows',
    `if not ledger_allows('purchase','escrow:context1','user:seller5') then raise exception 'x'; end if;`,
  )
  await frag(
    'sha',
    `t := 'xfr_' || substr(encode(sha256(convert_to('purchase:x'||n, 'UTF8')), 'hex'), 1, 24);`,
  )
}
await c.end()
