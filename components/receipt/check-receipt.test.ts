import { createHmac, randomBytes } from 'node:crypto'
import { exportJWK, FlattenedSign, generateKeyPair } from 'jose'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkReceipt, offerWithText } from '@/components/receipt/check-receipt'

const SOLD = 'A pier is cracked.\nTwo lorries at most.'
const NONCE = randomBytes(32)
const RECEIPT = {
  kind: 'tree',
  issuer: 'https://market.example',
  issuedAt: '2026-03-04T14:00:00.000Z',
  offers: [
    {
      id: 'off_1',
      teaser: 'A report on the bridge.',
      price: '2.00',
      commitment: createHmac('sha256', NONCE).update(SOLD).digest('base64url'),
      nonce: NONCE.toString('base64url'),
    },
    { id: 'off_2', teaser: null, price: '1.00', commitment: 'x', nonce: null },
  ],
}

type Jws = { payload: string; protected: string; signature: string }
let keys: { keys: object[] }
let signed: Jws

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const {
    payload,
    protected: header,
    signature,
  } = await new FlattenedSign(new TextEncoder().encode(JSON.stringify(RECEIPT)))
    .setProtectedHeader({ alg: 'EdDSA', kid: 'r1' })
    .sign(privateKey)
  signed = { payload, protected: header ?? '', signature }
  keys = { keys: [{ ...(await exportJWK(publicKey)), alg: 'EdDSA', use: 'sig', kid: 'r1' }] }
})
afterEach(() => vi.restoreAllMocks())

const withPayload = (receipt: object): Jws => ({
  ...signed,
  payload: Buffer.from(JSON.stringify(receipt)).toString('base64url'),
})

describe('a receipt that is checked in a browser', () => {
  it('is genuine as it was signed, also beside its readable form', async () => {
    for (const file of [signed, { receipt: RECEIPT, jws: signed }])
      expect(await checkReceipt(file, keys)).toMatchObject({
        is: 'genuine',
        keyName: 'r1',
        receipt: { issuer: 'https://market.example', offers: [{ id: 'off_1' }, { id: 'off_2' }] },
      })
  })

  it('is found out when anything in it was changed: what it says, its signature, its key', async () => {
    const [sold, ...others] = RECEIPT.offers
    const cheaper = withPayload({ ...RECEIPT, offers: [{ ...sold, price: '1.00' }, ...others] })
    expect(await checkReceipt(cheaper, keys)).toEqual({ is: 'changed' })
    const other = {
      ...signed,
      signature: `${signed.signature.startsWith('A') ? 'B' : 'A'}${signed.signature.slice(1)}`,
    }
    expect(await checkReceipt(other, keys)).toEqual({ is: 'changed' })
    expect(await checkReceipt(signed, { keys: [] })).toEqual({ is: 'unknown-key', keyName: 'r1' })
    const { publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
    const forged = { keys: [{ ...(await exportJWK(publicKey)), kid: 'r1' }] }
    expect(await checkReceipt(signed, forged)).toEqual({ is: 'changed' })
    const unsigned = { ...signed, protected: Buffer.from('{"alg":"none","kid":"r1"}').toString('base64url') }
    expect(await checkReceipt(unsigned, keys)).toEqual({ is: 'changed' })
  })

  it('is none when the file is another', async () => {
    for (const file of [null, {}, 'text', { ...signed, protected: '!' }])
      expect(await checkReceipt(file, keys)).toEqual({ is: 'no-receipt' })
  })

  it('is not said to be false by a browser that cannot check it', async () => {
    const refused = new DOMException('Unrecognized name.', 'NotSupportedError')
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(refused)
    expect(await checkReceipt(signed, keys)).toEqual({ is: 'not-here' })
  })

  it('knows the text that was sold, letter for letter, and no other', async () => {
    const checked = await checkReceipt(signed, keys)
    if (checked.is !== 'genuine') throw new Error('It is not genuine')
    expect(await offerWithText(checked.receipt, SOLD)).toMatchObject({ id: 'off_1' })
    expect(await offerWithText(checked.receipt, `${SOLD} `)).toBeNull()
  })
})
