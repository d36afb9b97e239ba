/**
 * Text that must not be printed: JSON, string coercion and console inspection all say "[secret]". `reveal` is the only way
 * out and is called where the text is really needed: a prompt, a leak check, the view of somebody allowed to read it.
 */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  reveal(): string {
    return this.#text
  }

  toString(): string {
    return '[secret]'
  }

  toJSON(): string {
    return '[secret]'
  }

  get [Symbol.toStringTag](): string {
    return 'Secret'
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]'
  }
}
