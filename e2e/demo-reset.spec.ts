import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as z from 'zod/mini'
import { START_MAX_MS } from '../test/start-limit.ts'
import { portOf } from '../test/started.ts'
import { assertAccessible } from './axe.ts'
import { ACCOUNTS, expect, PASSWORD, startDemo, stopDemo, test } from './site.ts'

const Listed = z.object({
  id: z.string(),
  name: z.string(),
  price: z.number(),
  download_speed: z.string(),
  upload_speed: z.string(),
  is_active: z.boolean(),
})
type Listed = z.output<typeof Listed>

// A demo of its own: the others keep what their tests write.
test('la demostración dice en cada pantalla que lo es, y se borra y empieza de nuevo en el mismo puerto', async ({
  browser,
}) => {
  test.setTimeout(4 * START_MAX_MS)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-e2e-reset-'))
  const server = startDemo(dataDir)
  try {
    const site = `http://localhost:${await portOf(server)}`
    const context = await browser.newContext({ baseURL: site })
    const page = await context.newPage()
    const enter = async (): Promise<void> => {
      await page.goto('/auth')
      await page.getByRole('button', { name: `Financiero, ${ACCOUNTS.financial}` }).click()
      await page.getByRole('button', { name: 'Ingresar' }).click()
      await expect(page).toHaveURL(/\/dashboard$/)
    }
    await enter()
    const ribbon = page.getByRole('complementary', { name: 'Demostración' })
    await expect(ribbon).toContainText('Los datos son inventados')
    await assertAccessible(page, 'demostración')
    const [first] = await listPlans(site)
    if (first === undefined) throw new Error('the demo has no plan')
    await renamePlan(site, first, 'Plan que se borra')

    await ribbon.getByRole('button', { name: 'Empezar de nuevo' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('¿Borrar la demostración y empezar de nuevo?')
    await question.getByRole('button', { name: 'Sí, borrar todo' }).click()
    await expect(page).toHaveURL(/\/$/, { timeout: 2 * START_MAX_MS })
    await enter()
    await expect(ribbon).toBeVisible()
    expect((await listPlans(site)).map(({ name }) => name)).toContain(first.name)
    await context.close()
  } finally {
    await stopDemo(server)
    await rm(dataDir, { recursive: true, force: true })
  }
})

async function financialHeaders(site: string): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ username: ACCOUNTS.financial, password: PASSWORD })
  const answer = await fetch(`${site}/api/auth/login`, { method: 'POST', headers, body })
  const { data } = z.parse(z.object({ data: z.object({ token: z.string() }) }), await answer.json())
  return { ...headers, authorization: `Bearer ${data.token}` }
}

async function listPlans(site: string): Promise<Listed[]> {
  const answer = await fetch(`${site}/api/admin/plans`, { headers: await financialHeaders(site) })
  return z.parse(z.object({ data: z.array(Listed) }), await answer.json()).data
}

async function renamePlan(site: string, { id, ...plan }: Listed, name: string): Promise<void> {
  const headers = await financialHeaders(site)
  const body = JSON.stringify({ plan: { ...plan, name } })
  const answer = await fetch(`${site}/api/admin/plans/${id}`, { method: 'PATCH', headers, body })
  expect(answer.status).toBe(200)
}
