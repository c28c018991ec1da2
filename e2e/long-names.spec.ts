import type { Page } from '@playwright/test'
import { dayOf, shortDayLabel } from '../src/domain/core/days.ts'
import { deskHeaders, findClient, signInOwing } from './desk.ts'
import { expect, signIn, test } from './site.ts'

/** Names of 80 characters together, with a word that has no place to break and an emoji of several code points. */
const LONG = {
  first_name: 'Superextraordinariamente'.repeat(2).slice(0, 44),
  last_name: 'Ñáñez 👩🏽‍🍳 de los Ángeles Íngrid',
}

/** What goes past the side of the window, and the buttons and links whose own text is cut. */
const cutIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide`)
    for (const one of document.querySelectorAll<HTMLElement>('main :is(button, a, input, select)')) {
      const box = one.getBoundingClientRect()
      const isShown = box.width > 1 && one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      if (!isShown || one.closest('.visually-hidden')) continue
      const name = one.ariaLabel ?? one.textContent.slice(0, 60)
      if (box.left < -1 || box.right > innerWidth + 1) found.push(`outside: ${name}`)
      const isText = one.matches('button, a')
      if (isText && getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1)
        found.push(`cut: ${name}`)
    }
    return found
  })

async function look(page: Page, path: string): Promise<[string, string[]]> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  return [path, await cutIn(page)]
}

test('FMT-01 un nombre de 80 letras con emoji cabe a 320 px en el portal y en las listas, sin cortar una acción', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const number = await signInOwing(page, 42_100)
  const headers = await deskHeaders(page.request)
  const [invoice] = (await (await page.request.get(`/api/invoice?page=1&page_size=10&q=${number}`, { headers })).json())
    .data
  const read = await page.request.get(`/api/client/${invoice.client_id}`, { headers })
  const { first_name, last_name, business_name } = (await read.json()).data
  // Which client owes depends on the journeys before: a company has one name.
  const isCompany = !first_name
  const rename = async (names: object): Promise<void> => {
    const saved = await page.request.patch(`/api/client/${invoice.client_id}`, { data: { client: names }, headers })
    expect(saved.ok(), await saved.text()).toBe(true)
  }
  await rename(isCompany ? { business_name: `${LONG.first_name} ${LONG.last_name}` } : LONG)
  for (const path of ['/dashboard', '/payments', `/view/invoice/${invoice.id}`, '/contracts', '/pqr', '/profile'])
    expect(await look(page, path)).toEqual([path, []])
  await signIn(page, 'financial')
  for (const path of [
    `/clients?q=${LONG.first_name}`,
    `/clients/${invoice.client_id}`,
    `/invoices?q=${number}`,
    `/view/invoice/${invoice.id}`,
    `/contracts?q=${LONG.first_name}`,
  ])
    expect(await look(page, path)).toEqual([path, []])
  await page.goto(`/invoices?q=${number}`)
  await page.locator('tbody .row-check').first().check()
  await expect(page.getByText('1 factura elegida')).toBeVisible()
  expect(await cutIn(page)).toEqual([])
  await rename(isCompany ? { business_name } : { first_name, last_name })
})

test.describe('en Madrid, de madrugada', () => {
  test.use({ timezoneId: 'Europe/Madrid' })

  test('FMT-01 a las 4 de la mañana de Madrid los días que ya vienen escritos son los de Bogotá, del día anterior', async ({
    page,
  }) => {
    const client = await findClient(page, false, 6)
    // 03:30 UTC: 22:30 of the day before in Bogotá, and 4:30 or 5:30 in Madrid.
    const now = new Date(`${new Date().toISOString().slice(0, 10)}T03:30:00Z`)
    await page.clock.setFixedTime(now)
    await signIn(page, 'financial')
    const today = shortDayLabel(dayOf(now))
    await page.goto(`/clients/${client.id}`)
    await page.getByRole('button', { name: 'Registrar pago', exact: true }).first().click()
    await expect(page.getByLabel('Fecha del pago', { exact: true })).toHaveValue(today)
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await page.goto(`/pqrResponse/nueva?cliente=${client.id}`)
    await expect(page.getByLabel('Día en que llegó', { exact: true })).toHaveValue(today)
  })
})
