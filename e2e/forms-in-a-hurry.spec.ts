import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { chooseAction } from './row-menu.ts'
import { ACCOUNTS, expect, PASSWORD, signIn, test } from './site.ts'

/** A name of 80 characters with a word that has no place to break, and an emoji of several code points. */
const LONG_NAME = `Panadería ${'Superextraordinariamente'.repeat(2)} La Espiga 👩🏽‍🍳 de Íngrid`
  .padEnd(80, 'z')
  .slice(0, 80)

async function tokenOf(page: Page): Promise<Record<string, string>> {
  const data = { username: ACCOUNTS.financial, password: PASSWORD }
  const signed = await page.request.post('/api/auth/login', { data })
  return { authorization: `Bearer ${(await signed.json()).data.token}`, 'idempotency-key': randomUUID() }
}

/** The texts and controls of the open dialog that are outside of it, or whose content is cut. */
const cutIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    if (!dialog) return ['no dialog']
    const { left, right } = dialog.getBoundingClientRect()
    const isOutside = (element: Element): boolean => {
      const box = element.getBoundingClientRect()
      return box.width > 0 && (box.left < left - 1 || box.right > right + 1)
    }
    const isCut = (element: Element): boolean =>
      element.scrollWidth > element.clientWidth + 1 && !element.matches('input, select, textarea, .visually-hidden')
    return [...dialog.querySelectorAll('*')]
      .filter((element) => element instanceof HTMLElement && (isOutside(element) || isCut(element)))
      .map((element) => `${element.tagName}.${element.className}`)
      .concat(
        [...document.querySelectorAll('main *')]
          .filter(
            (element) =>
              element.getBoundingClientRect().right > innerWidth + 1 &&
              document.documentElement.scrollWidth > innerWidth,
          )
          .map((element) => `page ${element.tagName}.${element.className}`),
      )
  })

test('FMT-01 un nombre de 80 letras con emoji cabe en los formularios y las preguntas a 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'financial')
  const headers = await tokenOf(page)
  const client = {
    type_identification: 'NIT',
    identification: '900123456-8',
    business_name: LONG_NAME,
    segment: 'business',
    phone: '3001234567',
    department: 'Antioquia',
    city: 'Envigado',
    address: LONG_NAME,
    consents: [],
  }
  const created = await page.request.post('/api/client', { data: { client }, headers })
  expect(created.status()).toBe(201)
  await page.goto('/plans-and-service')
  await page.getByRole('button', { name: 'Crear Plan', exact: true }).click()
  const plan = page.getByRole('dialog', { name: 'Crear plan' })
  for (const [label, value] of [
    ['Nombre', LONG_NAME],
    ['Código de referencia', 'LARGO80'],
    ['Precio mensual', '999999999'],
    ['Velocidad de descarga', '999999'],
    ['Velocidad de subida', '999999'],
  ] as const)
    await plan.getByLabel(label).fill(value)
  expect(await cutIn(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await cutIn(page)).toEqual([])
  await page.getByRole('button', { name: 'Seguir escribiendo' }).click()
  await plan.getByRole('button', { name: 'Crear plan' }).click()
  await expect(plan).toBeHidden()
  await page.goto('/plans-and-service?page=2')
  await chooseAction(page, 'Eliminar', /Panadería/)
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await cutIn(page)).toEqual([])
  // The plan and the name do not stay: other tests measure the rows of the lists.
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sí, eliminar plan' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()

  const { id } = (await created.json()).data
  await page.goto(`/clients/${id}`)
  for (const name of ['Editar', 'Registrar pago']) {
    if (name === 'Editar') await chooseAction(page, name, /./)
    else await page.getByRole('button', { name, exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeVisible()
    expect(await cutIn(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(dialog).toBeHidden()
  }
  const short = { client: { business_name: 'Panadería La Espiga', address: 'Calle 1' } }
  expect((await page.request.patch(`/api/client/${id}`, { data: short, headers })).status()).toBe(200)
})

/** A plan of the demo, whose actions are in the menu of its row. */
const PLAN = /Hogar 50$/
/** The client of the demo, with the actions in the menu of its page. */
const CLIENT = /Yenny/

test('API-03 dos toques seguidos envían una sola vez, en cuatro formularios', async ({ page }) => {
  await signIn(page, 'financial')
  const sent: string[] = []
  let touched = Promise.withResolvers<void>()
  await page.route(/\/api\//, async (route) => {
    const request = route.request()
    if (request.method() === 'GET' || request.url().includes('/auth/')) return route.continue()
    sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
    // Refused, and only after the second touch: the form stays open and the touch finds it.
    await touched.promise
    return route.fulfill({ status: 409, json: { message: 'Ya no se puede', code: 'CONFLICT' } })
  })
  const forms: readonly [address: string, opener: RegExp, submit: string, field: string, value: string][] = [
    ['/plans-and-service', PLAN, 'Guardar cambios', 'Nombre', 'Hogar 51'],
    ['/plans-and-service', /^Configurar plantillas$/, 'Guardar cambios', 'Día de corte', '7'],
    ['/profile', /^Editar mis datos/, 'Guardar cambios', 'Nombres', 'Laura Inés'],
    ['/clients?q=yenny', CLIENT, 'Guardar cambios', 'Dirección', 'Calle 9'],
  ]
  for (const [address, opener, submit, field, value] of forms) {
    await page.goto(address)
    if (address.startsWith('/clients')) {
      await page.getByRole('link', { name: /Yenny/ }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: /Yenny/ })).toBeVisible()
    }
    if (opener === PLAN || opener === CLIENT) await chooseAction(page, 'Editar', opener)
    else await page.getByRole('button', { name: opener }).first().click()
    const dialog = page.getByRole('dialog')
    const button = dialog.getByRole('button', { name: submit })
    await dialog.getByLabel(field).first().fill(value)
    sent.length = 0
    touched = Promise.withResolvers()
    await button.dblclick()
    touched.resolve()
    await expect(dialog.getByRole('alert'), String(opener)).toContainText('Ya no se puede')
    expect([address, sent.length]).toEqual([address, 1])
    sent.length = 0
    touched = Promise.withResolvers()
    await dialog.getByLabel(field).first().press('Enter')
    await dialog.getByLabel(field).first().press('Enter')
    touched.resolve()
    await expect(button).not.toHaveAttribute('aria-busy')
    expect([address, sent.length]).toEqual([address, 1])
  }
})
