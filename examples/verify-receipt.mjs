#!/usr/bin/env node
/**
 * Checks a receipt of a Caveat market without the market: its signature, and whether texts are those that were sold.
 *     node verify-receipt.mjs receipt.json jwks.json [text.txt …]
 * `receipt.json` is the file that a receipt's page gives, `jwks.json` the market's /.well-known/jwks.json. Ends with 1 when the receipt
 * is not what the market signed, or a text is none of its texts. Node 20 or newer, nothing else.
 */
import { createHmac, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'

const [receiptFile, keysFile, ...textFiles] = process.argv.slice(2)
if (!receiptFile || !keysFile) fail('Usage: node verify-receipt.mjs receipt.json jwks.json [text.txt …]')

const file = readJson(receiptFile)
// The API gives the receipt beside its signed form; only what is signed counts.
const jws = file.jws ?? file
const header = JSON.parse(decoded(jws.protected))
if (header.alg !== 'EdDSA') fail(`The receipt says it is signed by ${header.alg}, not by EdDSA.`)
const jwk = readJson(keysFile).keys.find(({ kid }) => kid === header.kid)
if (!jwk) fail(`The key ${header.kid} is not among the market's keys.`)
const key = createPublicKey({ key: jwk, format: 'jwk' })
const signed = Buffer.from(`${jws.protected}.${jws.payload}`)
if (!verify(null, signed, key, Buffer.from(jws.signature, 'base64url'))) fail('The signature is wrong.')

const receipt = JSON.parse(decoded(jws.payload))
if (file.receipt && !isDeepStrictEqual(file.receipt, receipt))
  fail('The readable receipt in this file is not the one that was signed.')
const offers = receipt.kind === 'tree' ? receipt.offers : [receipt.offer]
say(`Signed by ${receipt.issuer} with ${header.kid} on ${receipt.issuedAt}.`)
for (const { id, verdict, price, words, returned = [] } of offers) {
  const back = returned.map(({ cause, amount }) => `, ${amount} ${cause}`).join('')
  say(`${id}: ${verdict}, ${price} credits${back}, ${words} words`)
}
if (receipt.resale) say(`Bought at resale for ${receipt.resale.price} credits on ${receipt.resale.boughtAt}.`)

let unknown = 0
for (const name of textFiles) {
  const text = readFileSync(name)
  const sold = offers.find(({ nonce, commitment }) => nonce && committed(text, nonce) === commitment)
  say(sold ? `${name} is the text of ${sold.id}.` : `${name} is none of these texts.`)
  if (!sold) unknown += 1
}
process.exit(unknown === 0 ? 0 : 1)

function committed(text, nonce) {
  return createHmac('sha256', Buffer.from(nonce, 'base64url')).update(text).digest('base64url')
}

function say(line) {
  process.stdout.write(`${line}\n`)
}

function decoded(part) {
  return Buffer.from(part, 'base64url').toString('utf8')
}

function readJson(name) {
  return JSON.parse(readFileSync(name, 'utf8'))
}

function fail(why) {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}
