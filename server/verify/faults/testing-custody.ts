import { botOf, bought, boughtPurchase, type Fault, open, passed, withdrawn } from './testing-fault'

export const CUSTODY_FAULTS: readonly Fault[] = [
  [
    'webhooks-open',
    'a webhook of the inbox with another one’s secret',
    () => `update inbox_webhook set secret_sealed = (select secret_sealed from webhook limit 1)`,
  ],
  [
    'bought-texts-are-there',
    'a bought text that is gone',
    (m) => `delete from offer_private where offer_id = ${bought(m)}`,
  ],
  [
    'bought-texts-are-there',
    'the key of a bought text that is gone',
    (m) => `delete from offer_key where offer_id = ${bought(m)}`,
  ],
  [
    'bought-texts-are-there',
    'a bought version that never was',
    (m) => `update purchase set offer_version = 7 where id = ${boughtPurchase(m)}`,
  ],
  [
    'texts-are-there',
    'the text of an open offer that is gone',
    (m) => `delete from offer_private where offer_id = ${open(m)} and version = 2`,
  ],
  [
    'texts-are-there',
    'the key of an open offer that is gone',
    (m) => `delete from offer_key where offer_id = ${open(m)}`,
  ],
  [
    'texts-are-there',
    'a text of a later version',
    (m) => `update info_offer set version = 1 where id = ${open(m)}`,
  ],
  [
    'texts-open',
    'a damaged byte of a bought text',
    (m) =>
      `update offer_private set ciphertext = set_byte(ciphertext, 3, 255 - get_byte(ciphertext, 3)) where offer_id = ${bought(m)}`,
  ],
  [
    'texts-open',
    'a bought text exchanged with another offer’s',
    (m) =>
      `update offer_private t set (key_id, nonce, ciphertext) = (select key_id, nonce, ciphertext from offer_private where offer_id = ${passed(m)}) where offer_id = ${bought(m)}`,
  ],
  [
    'texts-open',
    'a key exchanged with another offer’s',
    (m) =>
      `update offer_key t set (key_id, nonce, ciphertext) = (select key_id, nonce, ciphertext from offer_key where offer_id = ${passed(m)}) where offer_id = ${bought(m)}`,
  ],
  [
    'texts-open',
    'a key sealed under a key that nobody has',
    (m) => `update offer_key set key_id = 'lost' where offer_id = ${bought(m)}`,
  ],
  [
    'texts-open',
    'a text that is not the one that was posted',
    (m) => `update info_offer set content_hash = 'other' where id = ${bought(m)}`,
  ],
  [
    'texts-open',
    'a commitment that is not to the text',
    (m) => `update info_offer set commitment = 'other' where id = ${bought(m)}`,
  ],
  [
    'texts-open',
    'an earlier version in the place of the present one',
    (m) =>
      `update offer_private t set (nonce, ciphertext) = (select nonce, ciphertext from offer_private where offer_id = ${open(m)} and version = 1) where offer_id = ${open(m)} and version = 2`,
  ],
  [
    'forgotten-is-gone',
    'a text that was taken back and is still there',
    (m) =>
      `insert into offer_private select ${withdrawn(m)}, version, key_id, nonce, ciphertext from offer_private where offer_id = ${bought(m)}`,
  ],
  [
    'forgotten-is-gone',
    'a key that outlived its text',
    (m) =>
      `insert into offer_key select ${withdrawn(m)}, key_id, nonce, ciphertext from offer_key where offer_id = ${bought(m)}`,
  ],
  [
    'forgotten-is-gone',
    'a bought offer that counts as forgotten',
    (m) => `update info_offer set forgotten_at = now() where id = ${bought(m)}`,
  ],
  [
    'forgetting-is-done',
    'an offer that was never bought and never destroyed',
    ({ roots }) =>
      `update inspection set ended_at = ended_at - interval '60 days' where root_id = '${roots.bridge}'`,
  ],
  [
    'forgetting-is-done',
    'an offer taken back long ago and never destroyed',
    (m) =>
      `update info_offer set forgotten_at = null, ended_at = ended_at - interval '60 days' where id = ${withdrawn(m)}`,
  ],
  [
    'answers-open',
    'a damaged answer',
    () => `update answer set ciphertext = set_byte(ciphertext, 3, 255 - get_byte(ciphertext, 3))`,
  ],
  [
    'publications-keep-to-licences',
    'a published answer that says what its seller keeps',
    () =>
      `update publication set markdown = markdown || E'\\n\\nAll about the ferry in winter is well.' where number = 2`,
  ],
  [
    'publications-keep-to-licences',
    'a quotation that its seller keeps for the asker',
    () => `update publication set quoted = array(
      select o.id from info_offer o join purchase b on b.offer_id = o.id where o.root_id = publication.root_id and b.licence = 'resale')
      where number = 2`,
  ],
  [
    'publications-keep-to-licences',
    'a preview of something else',
    () => `update publication set lead = 'The winter boat is well.' where number = 2`,
  ],
  [
    'publications-keep-to-licences',
    'a published answer of a tree that only its asker may watch',
    () => `update inspection set is_tree_public = false where root_id in (select root_id from publication)`,
  ],
  [
    'publications-follow-each-other',
    'a publication that is gone',
    () => `delete from publication where number = 1`,
  ],
  [
    'publications-follow-each-other',
    'one that ended after the next had begun',
    () => `update publication set ended_at = ended_at + interval '1 hour' where number = 1`,
  ],
  [
    'publications-follow-each-other',
    'one that ended and was not taken back',
    () => `update publication set ended_at = published_at where number = 2`,
  ],
  [
    'publications-follow-each-other',
    'an earlier answer in place of a later one',
    () => `update publication set revision = 3 - revision`,
  ],
  [
    'bots-open',
    'what a bot knows, damaged',
    () =>
      `update bot set knowledge_sealed = 'AAAAAAAAAAAAAAAA.' || split_part(knowledge_sealed, '.', 2) where id = ${botOf('fixed')}`,
  ],
  [
    'bots-open',
    'a webhook’s secret under a key that nobody has',
    () => `update webhook set secret_key_id = 'lost'`,
  ],
  [
    'documents-open',
    'an upload of another document',
    () =>
      `insert into corpus_upload select id, 'test', '\\x00'::bytea, '\\x00112233445566778899aabbccddeeff00'::bytea from corpus_document`,
  ],
  [
    'passages-open',
    'passages exchanged with each other',
    () =>
      `update corpus_passage p set (nonce, ciphertext) = (select nonce, ciphertext from corpus_passage where position = 1) where position = 0`,
  ],
  [
    'licences-are-as-sold',
    'rights that were not sold',
    () => `update purchase set licence = 'quotable' where licence = 'asker'`,
  ],
  [
    'licences-are-as-sold',
    'rights that were taken back after the sale',
    () => `update info_offer set licence = 'asker' where licence = 'quotable' and state = 'bought'`,
  ],
  [
    'opinions-are-of-purchases',
    'who would have bought what was not bought',
    (m) =>
      `update inspection_step set opinions = jsonb_build_array(jsonb_build_object('inspector', 'x', 'bought', jsonb_build_array(${passed(m)}))) where root_id = '${m.roots.bridge}'`,
  ],
]
