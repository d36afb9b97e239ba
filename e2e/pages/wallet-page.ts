import { expect, type Page } from '@playwright/test'

/** A person's wallet. */
export class WalletPage {
  constructor(readonly page: Page) {}

  async goto(): Promise<void> {
    await this.page.goto('/wallet')
  }

  /** "96.27 credits", as the page says it. */
  /** @param exact what it says on hover, where two decimals are not all of it. */
  async expectFigure(label: 'Available' | 'Held' | 'Earned', amount: string, exact?: string): Promise<void> {
    const figure = this.page.locator('dl > div').filter({ has: this.page.getByText(label, { exact: true }) })
    const printed = figure.getByText(`${amount} credits`, { exact: true }).first()
    await expect(printed).toBeVisible()
    if (exact !== undefined) await expect(figure.getByTitle(exact, { exact: true }).first()).toBeVisible()
  }

  get rows() {
    return this.page.getByRole('region', { name: 'Transactions of your wallet' }).getByRole('row')
  }
}
