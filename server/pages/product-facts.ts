import { type ProductFacts, productFactsSchema } from '../contract/product'
import { cleanLine } from '../shared/text'

/** What a page says in one place of schema.org data: a JSON object of strangers. */
type Thing = { readonly [key: string]: unknown }

/** A shop's page has one or two documents of a few objects; what nests deeper, or has more, is made to be read by nobody. */
const DOCUMENTS_MAX = 20
const THINGS_MAX = 500
const DEPTH_MAX = 8
const FACT_CHARS_MAX = 300

/**
 * The first product that a page tells programs of: in JSON-LD (https://schema.org/Product), else in microdata. Null where it tells of none.
 */
export function productFacts(document: Document): ProductFacts | null {
  const found = jsonLdProduct(document) ?? microdataProduct(document)
  const name = found && line(found.name)
  if (!found || !name) return null
  const offer = first(found.offers)
  const rating = first(found.aggregateRating)
  const facts = {
    name,
    brand: line(found.brand) ?? line(first(found.brand)?.name),
    description: line(found.description),
    price: line(offer?.price) ?? line(offer?.lowPrice) ?? line(first(offer?.priceSpecification)?.price),
    currency: line(offer?.priceCurrency) ?? line(first(offer?.priceSpecification)?.priceCurrency),
    availability: line(offer?.availability)?.split('/').at(-1) ?? null,
    rating: ratingInWords(rating),
  }
  return productFactsSchema.parse(facts)
}

function ratingInWords(rating: Thing | null): string | null {
  const value = line(rating?.ratingValue)
  if (value === null) return null
  const count = line(rating?.ratingCount) ?? line(rating?.reviewCount)
  const words = `${value} of ${line(rating?.bestRating) ?? '5'}${count === null ? '' : `, ${count} ratings`}`
  return words.slice(0, FACT_CHARS_MAX)
}

function jsonLdProduct(document: Document): Thing | null {
  const scripts = [...document.querySelectorAll('script[type="application/ld+json"]')].slice(0, DOCUMENTS_MAX)
  for (const script of scripts) {
    const product = productIn(parsed(script.textContent ?? ''))
    if (product) return product
  }
  return null
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** Breadth first, so that a page's own product comes before one that it only recommends. */
function productIn(value: unknown): Thing | null {
  let [level, seen] = [[value], 0]
  for (let depth = 0; depth < DEPTH_MAX && level.length > 0; depth += 1) {
    const next: unknown[] = []
    for (const one of level) {
      seen += 1
      if (seen > THINGS_MAX) return null
      if (Array.isArray(one)) next.push(...one.slice(0, THINGS_MAX))
      else if (isThing(one)) {
        if (isProduct(one['@type'])) return one
        next.push(...Object.values(one).filter((part) => typeof part === 'object'))
      }
    }
    level = next
  }
  return null
}

/** "Product", "ProductGroup", or either as a whole address; one of several types. */
function isProduct(type: unknown): boolean {
  const types = Array.isArray(type) ? type : [type]
  return types.some((one) => typeof one === 'string' && /(?:^|\/)(?:Product|ProductGroup)$/.test(one))
}

function microdataProduct(document: Document): Thing | null {
  const scope = document.querySelector('[itemscope][itemtype$="schema.org/Product"]')
  return scope ? thingOf(scope, 0) : null
}

/** The properties of an element that are its own, not those of an element with a scope of its own inside. */
function thingOf(scope: Element, depth: number): Thing {
  const thing: Record<string, unknown> = {}
  const properties = [...scope.querySelectorAll('[itemprop]')].slice(0, THINGS_MAX)
  for (const property of properties) {
    if (property.parentElement?.closest('[itemscope]') !== scope) continue
    const name = property.getAttribute('itemprop') ?? ''
    if (Object.hasOwn(thing, name)) continue
    thing[name] =
      property.hasAttribute('itemscope') && depth < DEPTH_MAX
        ? thingOf(property, depth + 1)
        : (property.getAttribute('content') ?? property.getAttribute('href') ?? property.textContent)
  }
  return thing
}

const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Of one thing or of several the first. */
function first(value: unknown): Thing | null {
  const one = Array.isArray(value) ? value[0] : value
  return isThing(one) ? one : null
}

/** A text or a number as one line; null for anything else, and for nothing. */
function line(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = cleanLine(String(value)).replace(/\s+/g, ' ').trim().slice(0, FACT_CHARS_MAX).toWellFormed()
  return text === '' ? null : text
}
