import type { Page } from '@playwright/test'
import { addDays, dayOf, shortDayLabel } from '../src/domain/core/days.ts'
import { expect, signIn, test } from './site.ts'

/** The page of an old active contract of the demo: its months are billed, and the other journeys use newer ones. */
async function openContract(page: Page): Promise<void> {
  await page.goto('/contracts?status=active&sort=no_contract')
  await page
    .getByRole('link', { name: /^AF-\d+/ })
    .nth(1)
    .click()
  await expect(page.getByRole('button', { name: /^Acciones de AF-/ })).toBeVisible()
}

async function openStep(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Acciones de AF-/ }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('CON-06 INV-10 un retiro dice cuánto devuelve de lo facturado por adelantado, y la factura queda con su nota crédito', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'financial')
  await openContract(page)
  await openStep(page, 'Registrar retiro')
  const dialog = page.getByRole('dialog', { name: 'Registrar retiro' })
  // A request of three months ago ends at a past cut: the months after it are billed.
  await dialog.getByLabel('Día en que lo pidió').fill(shortDayLabel(addDays(dayOf(new Date()), -100)))
  await dialog.getByLabel('Motivo').fill('Pidió el retiro por carta')
  const planned = dialog.getByText(/^Devolveremos \$ [\d.,]+ de [a-z]+ de \d{4} con una nota crédito\.$/).first()
  await expect(planned).toBeVisible()
  const [, amount = '', month = ''] =
    /Devolveremos (\$ [\d.,]+) de (.+) con/.exec((await planned.textContent()) ?? '') ?? []
  await dialog.getByRole('button', { name: 'Registrar retiro' }).click()
  const made = page.getByText(/Retiro registrado: el contrato termina el/)
  await expect(made).toContainText(`Devolvimos ${amount} de ${month} con la nota crédito NC-`)
})
