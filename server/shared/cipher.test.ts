import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCipher, type Sealed } from './cipher'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const cipher = createCipher(`new:${key(1)}`)

describe('a sealed text', () => {
  it('opens for what it was sealed for, and does not hold its words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, purpose) => {
        const sealed = cipher.seal(text, purpose)
        expect(cipher.open(sealed, purpose).reveal()).toBe(text)
      }),
    )
    const { ciphertext } = cipher.seal('The east pier is cracked.', 'offer:off_a:1')
    expect(Buffer.from(ciphertext).toString('latin1')).not.toContain('pier')
  })

  it('does not open for another offer, another version of it or another purpose', () => {
    const sealed = cipher.seal('The east pier is cracked.', 'offer:off_a:1')
    for (const elsewhere of ['offer:off_b:1', 'offer:off_a:2', 'answer:off_a', 'offer:off_a:1 ', '']) {
      expect(() => cipher.open(sealed, elsewhere)).toThrow()
    }
    fc.assert(
      fc.property(fc.string(), fc.string(), (purpose, other) => {
        fc.pre(purpose !== other)
        expect(() => cipher.open(cipher.seal('text', purpose), other)).toThrow()
      }),
    )
  })

  it('does not open once any byte of it was changed, nor when it was cut', () => {
    const sealed = cipher.seal('The east pier is cracked.', 'offer:off_a:1')
    const flipped = (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))
    const forged: Sealed[] = [
      ...[...sealed.ciphertext.keys()].map((at) => ({
        ...sealed,
        ciphertext: flipped(sealed.ciphertext, at),
      })),
      ...[...sealed.nonce.keys()].map((at) => ({ ...sealed, nonce: flipped(sealed.nonce, at) })),
      ...[...sealed.ciphertext.keys()].map((at) => ({
        ...sealed,
        ciphertext: sealed.ciphertext.slice(at + 1),
      })),
    ]
    // What seals nothing is a tag and no more: its beginning must not pass for a shorter tag.
    const nothing = cipher.seal('', 'offer:off_a:1')
    for (const bytes of [4, 8, 12, 15])
      forged.push({ ...nothing, ciphertext: nothing.ciphertext.slice(0, bytes) })
    for (const one of forged) expect(() => cipher.open(one, 'offer:off_a:1')).toThrow()
  })

  it('looks different each time, also for the same words', () => {
    const seen = Array.from({ length: 50 }, () => cipher.seal('same', 'same'))
    expect(new Set(seen.map(({ nonce }) => Buffer.from(nonce).toString('hex'))).size).toBe(50)
    expect(new Set(seen.map(({ ciphertext }) => Buffer.from(ciphertext).toString('hex'))).size).toBe(50)
  })

  it('stays open when a new key is put in front, and shut when its key is gone', () => {
    const sealed = cipher.seal('kept', 'answer:bc_a')
    const rotated = createCipher(`newest:${key(2)},new:${key(1)}`)
    expect(rotated.open(sealed, 'answer:bc_a').reveal()).toBe('kept')
    expect(rotated.seal('kept', 'answer:bc_a').keyId).toBe('newest')
    expect(() => createCipher(`newest:${key(2)}`).open(sealed, 'answer:bc_a')).toThrow('No seal key "new"')
    expect(() => createCipher(`new:${key(2)}`).open(sealed, 'answer:bc_a')).toThrow()
  })
})

describe('a blind index', () => {
  it('has one digest for a word, another in another scope or under another key', () => {
    const [here, there] = [cipher.blinder('bot_a'), cipher.blinder('bot_b')]
    expect(here('bean')).toMatch(/^[0-9a-f]{16}$/)
    expect(here('bean')).toBe(cipher.blinder('bot_a')('bean'))
    expect(here('beans')).not.toBe(here('bean'))
    expect(there('bean')).not.toBe(here('bean'))
    expect(createCipher(`new:${key(2)}`).blinder('bot_a')('bean')).not.toBe(here('bean'))
  })
})

describe('a fingerprint', () => {
  it('is the same for the same words however they are set, and another for others or under another key', () => {
    const words = cipher.fingerprint('The east pier is cracked.')
    expect(cipher.fingerprint('  the EAST\n pier is\tcracked. ')).toBe(words)
    expect(cipher.fingerprint('The west pier is cracked.')).not.toBe(words)
    expect(createCipher(`new:${key(2)}`).fingerprint('The east pier is cracked.')).not.toBe(words)
  })
})
