import { createLoader } from 'nuqs/server'
import { describe, expect, it } from 'vitest'
import { isFiltered, walletInput, walletParams, walletQuery } from './wallet-params'

const load = createLoader(walletParams)

describe('walletInput', () => {
  it('shows everything by default', () => {
    const params = load('')
    expect(walletInput(params)).toEqual({ kinds: [], from: null, to: null, text: '' })
    expect(isFiltered(params)).toBe(false)
    expect(walletQuery('/wallet', params)).toBe('/wallet')
  })

  it('includes the whole of the last day', () => {
    const input = walletInput(load('?from=2031-03-01&to=2031-03-02'))
    expect(input.from).toEqual(new Date('2031-03-01T00:00:00Z'))
    expect(input.to).toEqual(new Date('2031-03-03T00:00:00Z'))
  })

  it('leaves out what a hand-made address got wrong', () => {
    const params = load(`?kinds=sale,theft,sale&from=soon&text=${'x'.repeat(500)}`)
    const input = walletInput(params)
    expect(input.kinds).toEqual(['sale'])
    expect(input.from).toBeNull()
    expect(input.text).toHaveLength(200)
  })

  it('goes into the address and comes back', () => {
    const params = load('?kinds=sale,fee&from=2031-03-01&text=beans')
    expect(load(walletQuery('', params))).toEqual(params)
    expect(isFiltered(params)).toBe(true)
  })
})
