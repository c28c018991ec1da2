import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { chargeContract, findClient, payAll } from './desk.ts'
import { expect, signIn, test } from './site.ts'

/** The keyboard of a person at the counter, who has no mouse: each key and each text that is typed is one step. */
function stepsOf(page: Page) {
  let count = 0
  const press = async (key: string): Promise<void> => {
    count += 1
    await page.keyboard.press(key)
  }
  const type = async (text: string): Promise<void> => {
    count += 1
    await page.keyboard.type(text)
  }
  /** Presses Tab until the element with this name has the focus. */
  const tabTo = async (name: string): Promise<void> => {
    for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
      await press('Tab')
      if ((await focusedName(page)).startsWith(name)) return
    }
    throw new Error(`${TABS_MAX} tabs do not reach ${name}`)
  }
  return { press, type, tabTo, count: () => count }
}

const TABS_MAX = 25

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null
    return (element?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element?.textContent ?? '').trim()
  })

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('CLI-03 TRX-03 en 9 pasos de teclado se busca a un cliente, se recibe el pago de dos facturas y se imprime el recibo', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 820 })
  const client = await findClient(page, false, 2)
  await payAll(page, client.id)
  await chargeContract(page.request, client.no_contract, [40_000, 30_000])
  await signIn(page, 'financial')
  await expect(page.getByRole('button', { name: /^Buscar cliente/ })).toBeVisible()
  const { press, type, count } = stepsOf(page)
  await press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Qué buscas' })).toBeFocused()
  await type(client.name)
  await expect(page.getByRole('option', { name: new RegExp(`^${client.name}`) }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await press('Enter')
  await expect(title(page, client.name)).toBeFocused()
  await press('Tab')
  await expect(page.getByRole('button', { name: 'Registrar pago' })).toBeFocused()
  await press('Enter')
  const paying = page.getByRole('dialog', { name: `Registrar pago de ${client.name}` })
  await expect(paying.getByLabel('Dinero recibido')).toBeFocused()
  await expect(paying.getByLabel('Dinero recibido')).toHaveValue('70.000')
  await press('Enter')
  const paid = page.getByRole('dialog', { name: 'Pago registrado' })
  await expect(paid.getByText(/^Pago registrado: \$ 70\.000,00, recibo \d+$/)).toBeVisible()
  await expect(paid.getByRole('button', { name: 'Ver el recibo' })).toBeFocused()
  await assertAccessible(page, 'pago registrado')
  await press('Enter')
  await expect(title(page, /^Recibo \d+$/)).toBeFocused()
  await press('Tab')
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeFocused()
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await press('Enter')
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
  await assertAccessible(page, 'recibo')
  expect(count()).toBe(9)
})

test('CLI-02 CON-01 en 38 pasos de teclado se crea un cliente y su contrato', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 820 })
  await signIn(page, 'financial')
  await expect(page.getByRole('button', { name: /^Buscar cliente/ })).toBeVisible()
  const { press, type, tabTo, count } = stepsOf(page)
  await press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Qué buscas' })).toBeFocused()
  await type('crear cliente')
  await expect(page.getByRole('option', { name: /^Crear cliente/ })).toHaveAttribute('aria-selected', 'true')
  await press('Enter')
  const creating = page.getByRole('dialog', { name: 'Crear cliente' })
  await expect(creating.getByLabel('Tipo de documento')).toBeFocused()
  const document = String(1_100_000_000 + (Date.now() % 90_000_000))
  for (const [label, value] of [
    ['Número de documento', document],
    ['Primer nombre', 'Marta'],
    ['Primer apellido', 'Ospina'],
    ['Estrato', '3'],
    ['Celular', '3106740263'],
    ['Departamento', 'Antioquia'],
    ['Municipio', 'Envigado'],
    ['Dirección', 'Calle 10 # 20-30'],
  ] as const) {
    // The list of municipalities appears after the department.
    await expect(creating.getByLabel(label)).toBeVisible()
    await tabTo(label)
    await type(value)
  }
  await press('Enter')
  await expect(title(page, 'Marta Ospina')).toBeFocused()
  await tabTo('Acciones de Marta Ospina')
  await press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Editar' })).toBeFocused()
  await press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Crear contrato' })).toBeFocused()
  await press('Enter')
  const contract = page.getByRole('dialog', { name: 'Contrato de Marta Ospina' })
  await expect(contract.getByLabel('Plan')).toBeFocused()
  await expect(contract.getByLabel('Dirección del servicio')).toHaveValue('Calle 10 # 20-30')
  await type('Hogar 100')
  await expect(contract.getByLabel('Plan').locator('option:checked')).toHaveText(/^Hogar 100 /)
  await expect(contract.getByLabel('Municipio')).toBeVisible()
  // In a list of options Enter opens it: from a field of text it sends the form.
  await tabTo('Dirección del servicio')
  await press('Enter')
  await expect(title(page, /^Contrato AF-\d{6}$/)).toBeVisible()
  // Back returns to the client and to the list, and opens no dialog again.
  await page.goBack()
  await expect(title(page, 'Marta Ospina')).toBeVisible()
  await page.goBack()
  await expect(title(page, 'Gestión de clientes')).toBeVisible()
  await expect(page).toHaveURL(/\/clients$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(count()).toBe(38)
})
