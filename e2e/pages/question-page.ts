import { expect, type Locator, type Page } from '@playwright/test'
import { untilLive } from '../live'

export type OfferFields = { teaser: string; privateInfo: string; price: string }

/** A question's page: what is asked, its offers, its tree. */
export class QuestionPage {
  constructor(readonly page: Page) {}

  async goto(id: string, query = ''): Promise<void> {
    await this.page.goto(`/questions/${id}${query}`)
    await untilLive(this.page)
  }

  async show(tab: 'Offers' | 'Tree'): Promise<void> {
    await this.page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
  }

  /** The state as its chip says it. */
  async expectState(word: string): Promise<void> {
    await expect(this.page.locator('main header').getByText(word, { exact: true }).first()).toBeVisible()
  }

  /** The form of making an offer, below those that are there. */
  get composer(): Locator {
    return this.page.getByRole('region', { name: /^Make (an|another) offer/ })
  }

  async fillOffer({ teaser, privateInfo, price }: OfferFields, form: Locator = this.composer): Promise<void> {
    await form.getByRole('textbox', { name: 'Teaser' }).fill(teaser)
    await form.getByRole('textbox', { name: 'Full text' }).fill(privateInfo)
    await form.getByRole('textbox', { name: 'Price' }).fill(price)
  }

  async postOffer(offer: OfferFields): Promise<void> {
    await this.fillOffer(offer)
    await this.composer.getByRole('button', { name: 'Post the offer' }).click()
    await expect(this.page.getByText('Your offer is posted.')).toBeVisible()
  }

  /** The card of an offer, by part of its teaser. */
  offer(teaser: string): Locator {
    return this.page.getByRole('article').filter({ hasText: teaser })
  }

  /** Starts the inspection of all offers. */
  async inspect(): Promise<void> {
    await this.page.getByRole('button', { name: /^Read .* now$/ }).click()
  }

  /** Ends a question that stays open, with its answer as it is. */
  async sayEnough(): Promise<void> {
    await this.page.getByRole('button', { name: 'That is enough' }).click()
    await this.page.getByRole('alertdialog').getByRole('button', { name: 'That is enough' }).click()
  }

  get tree(): Locator {
    return this.page.getByRole('tree', { name: 'What was read' })
  }

  /** A row of the outline, by part of what a screen reader hears of it. */
  row(name: string | RegExp): Locator {
    return this.tree.getByRole('treeitem', { name })
  }

  /** The chosen row in full, beside the outline. */
  get details(): Locator {
    return this.page.locator('#tree-details article')
  }

  get answer(): Locator {
    return this.page.getByRole('region', { name: 'The answer' })
  }
}
