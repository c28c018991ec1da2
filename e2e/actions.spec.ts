import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

test('OPS-06 desde la búsqueda se hace: una acción aparece sin esperar a la red y abre su ventana', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await expect(page.getByRole('button', { name: /^Buscar cliente/ })).toBeVisible()
  // The records of the search never arrive.
  await page.route('**/api/search*', () => undefined)
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Qué buscas' })
  await box.fill('zzz')
  await expect(page.getByRole('option')).toHaveCount(0)
  await box.fill('crear cli')
  await expect(page.getByRole('option', { name: /^Crear cliente/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Crear cliente' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/clients$/)
})

test('OPS-06 registrar un pago desde la búsqueda pregunta de qué cliente y abre el pago; luego el cliente queda en lo reciente', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.getByRole('button', { name: /^Buscar cliente/ }).click()
  await page.getByRole('combobox', { name: 'Qué buscas' }).fill('registrar pago')
  await page.keyboard.press('Enter')
  const box = page.getByRole('combobox', { name: 'De qué cliente' })
  await expect(box).toBeFocused()
  await box.fill('bohorquez')
  const client = page.getByRole('option', { name: /Bohórquez/ }).first()
  await expect(client).toBeVisible()
  await assertAccessible(page, 'elegir el cliente de un pago')
  const document_ = /[\d-]{6,}/.exec(await client.innerText())?.[0] ?? ''
  await client.click()
  await expect(page.getByRole('dialog', { name: 'Registrar pago' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  const recent = page.getByRole('option').first()
  await expect(recent).toContainText('Bohórquez')
  // The document as it is printed, with its dots.
  const dotted = document_.replace(/\B(?=(\d{3})+(?!\d))/g, '.')
  await page.getByRole('combobox', { name: 'Qué buscas' }).fill(dotted)
  await expect(page.getByRole('option', { name: /Bohórquez/ }).first()).toBeVisible()
})

/** Presses two keys until they lead to an address: on a busy machine the second may come after the time that the first one waits. */
const pressTwo = (page: Page, keys: string, address: RegExp): Promise<void> =>
  expect(async () => {
    for (const key of keys) await page.keyboard.press(key)
    await expect(page).toHaveURL(address, { timeout: 3_000 })
  }).toPass()

test('OPS-06 los atajos de teclado: la lista, ir a una lista, crear y buscar en ella, y apagarlos', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await pressTwo(page, 'gc', /\/clients$/)
  const box = page.getByRole('searchbox')
  await expect(box).toBeVisible()
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  // Typing in a field is typing.
  await page.keyboard.type('gf?n')
  await expect(box).toHaveValue('gf?n')
  await expect(page).toHaveURL(/\/clients/)
  await box.fill('')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'Crear cliente' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Atajos de teclado' })
  await expect(list.getByText('Ir a Facturas')).toBeVisible()
  await assertAccessible(page, 'atajos de teclado')
  await list.getByRole('checkbox', { name: /Usar los atajos/ }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await expect(list).toBeHidden()
  await page.goto('/profile')
  const again = page.getByRole('checkbox', { name: /Usar los atajos/ })
  await expect(again).not.toBeChecked()
  await again.check()
  await page.getByRole('heading', { level: 1 }).focus()
  await pressTwo(page, 'gf', /\/invoices$/)
})
