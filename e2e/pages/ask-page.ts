import { expect, type Page } from '@playwright/test'
import { untilLive } from '../live'

export type AskFields = {
  title: string
  body?: string
  budget?: string
  start?:
    | 'At once, and again as offers come'
    | 'Answer me once, now'
    | 'When I say'
    | 'At a number of offers'
    | 'Once, at the deadline'
  options?: readonly string[]
  claim?: string
  purchase?: { product: string; price: string; needs: string }
}

/** The form of asking. */
export class AskPage {
  constructor(readonly page: Page) {}

  async goto(): Promise<void> {
    await this.page.goto('/ask')
    await untilLive(this.page)
  }

  get title() {
    return this.page.getByLabel('Your question')
  }

  get budget() {
    return this.page.getByRole('textbox', { name: 'Budget' })
  }

  async fill({ title, body, budget, start, options, claim, purchase }: AskFields): Promise<void> {
    const { page } = this
    await this.title.fill(title)
    if (body !== undefined || start !== undefined) await this.more()
    if (body !== undefined) await page.getByRole('textbox', { name: /^Details/ }).fill(body)
    if (options) {
      await this.wantKind('Help me choose')
      for (const [index, option] of options.entries()) {
        if ((await page.getByLabel(`Option ${index + 1}`).count()) === 0)
          await page.getByRole('button', { name: 'Add an option' }).click()
        await page.getByLabel(`Option ${index + 1}`).fill(option)
      }
    }
    if (claim !== undefined) {
      await this.wantKind('Should I believe it?')
      await page.getByLabel('The claim').fill(claim)
    }
    if (purchase) {
      await this.wantKind('Should I buy it?')
      await page.getByLabel('The product’s page').fill(purchase.product)
      await page.getByLabel('What it costs').fill(purchase.price)
      await page.getByLabel('What you need it for').fill(purchase.needs)
    }
    if (budget !== undefined) await this.budget.fill(budget)
    if (start !== undefined) await page.getByRole('radio', { name: start, exact: true }).click()
  }

  /** Opens what most questions do without. */
  async more(): Promise<void> {
    const more = this.page.getByRole('button', { name: /^More:/ })
    if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
  }

  /** Corrects what was guessed from the words. */
  private async wantKind(name: string): Promise<void> {
    const change = this.page.getByRole('button', { name: 'Change what you get' })
    if (await change.isVisible()) await change.click()
    // The whole card is the label and takes clicks; keys go to the radio itself.
    await this.page.getByRole('radio', { name }).press('Space')
  }

  /** Goes on to the cost, without confirming. */
  async submit(): Promise<void> {
    await this.page.getByRole('main').getByRole('button', { name: 'Ask', exact: true }).click()
  }

  get confirmButton() {
    return this.page.getByRole('dialog').getByRole('button', { name: /^Ask and hold/ })
  }

  /** Confirms the cost; returns the new question's id. */
  async confirm(): Promise<string> {
    await this.confirmButton.click()
    return this.untilAsked()
  }

  /** The id of the question that the browser has been brought to. */
  async untilAsked(): Promise<string> {
    await expect(this.page).toHaveURL(/\/questions\/bc_/)
    return new URL(this.page.url()).pathname.split('/').at(-1) ?? ''
  }
}
