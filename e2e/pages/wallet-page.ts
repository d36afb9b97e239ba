import { expect, type Page } from '@playwright/test'

/** A person's wallet. */
export class WalletPage {
  constructor(readonly page: Page) {}

  async goto(): Promise<void> {
    await this.page.goto('/wallet')
  }

  /** "96.27 credits", as the page says it. */
  async expectFigure(label: 'Available' | 'Held' | 'Earned', amount: string): Promise<void> {
    const figure = this.page.locator('dl > div').filter({ has: this.page.getByText(label, { exact: true }) })
    await expect(figure.getByText(`${amount} credits`, { exact: true }).first()).toBeVisible()
  }

  get rows() {
    return this.page.getByRole('region', { name: 'Transactions of your wallet' }).getByRole('row')
  }
}
