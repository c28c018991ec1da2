import { readFile } from 'node:fs/promises'
import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

/** '$ 1.234,50' as centavos. */
const centavosOf = (label: string): number => Math.round(Number(label.replace(/[$ .]/g, '').replace(',', '.')) * 100)

/** The sum of a column of a downloaded list, in centavos. */
function sumOf(text: string, title: string): number {
  const [head = '', ...rows] = text.replace('\ufeff', '').trim().split(/\r?\n/)
  const at = head.split(';').findIndex((name) => name.includes(title))
  return rows.reduce((all, row) => {
    const cell = row.split(';')[at] ?? ''
    return all + Math.round(Number(cell.replaceAll('"', '').replace(',', '.')) * 100)
  }, 0)
}

test('RPT-01 la cartera y los saldos a favor al cierre de un mes, sus movimientos y el libro de recaudo suman lo que dicen', async ({
  page,
}) => {
  await signIn(page, 'financial')
  const figure = async (label: string): Promise<number> => {
    const text = (await page.locator('.figures-row .figure', { hasText: label }).first().textContent()) ?? ''
    return centavosOf(/-?\$ [\d.]+,\d\d/.exec(text)?.[0] ?? '')
  }
  const download = async (): Promise<string> => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar la lista' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    return (await readFile(await (await saved).path())).toString()
  }
  const screens = [
    ['Ver la cartera', 'Cartera a una fecha', 'Cartera', 'Saldo (COP)'],
    ['Ver los saldos a favor', 'Saldos a favor a una fecha', 'Saldos a favor', 'Saldo a favor (COP)'],
    ['Ver sus movimientos', 'Movimientos de saldos a favor', 'Saldo final (PUC 280505)', 'Saldo final (COP)'],
    ['Ver el recaudo', 'Libro de recaudo', 'Suma de los movimientos', 'Valor (COP)'],
  ] as const
  for (const [link, title, label, column] of screens) {
    await page.goto('/accounting')
    await page.getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.locator('.figures-row')).toContainText(label)
    await assertAccessible(page, title)
    expect(sumOf(await download(), column)).toBe(await figure(label))
    for (const width of [360, 768]) {
      await page.setViewportSize({ width, height: 740 })
      await assertAccessible(page, `${title} a ${width}`)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  }
  await page.goto('/accounting/received-book?kind=payment')
  const receipt = page.getByRole('link', { name: /^Pago \d+$/ }).first()
  const number = /\d+/.exec((await receipt.textContent()) ?? '')?.[0] ?? ''
  await receipt.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  await page.goto('/accounting/portfolio')
  await page.getByLabel('Al final del día').fill('31/01/2020')
  await expect(page.getByText('Nadie debía nada ese día')).toBeVisible()
  await expect(page).toHaveURL(/on=2020-01-31/)
})
