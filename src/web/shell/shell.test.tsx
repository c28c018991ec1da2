import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#test/support/memory-storage.ts'
import { sampleUser, withIntegrations } from '#test/support/sample-user.ts'

const local = memoryStorage()
vi.stubGlobal('window', { localStorage: local, sessionStorage: memoryStorage() })
const { AppShell } = await import('./AppShell.tsx')
const { Guard, lazyScreen } = await import('./Guard.tsx')
const { LogoutDialog } = await import('./LogoutDialog.tsx')
const { MenuEntries } = await import('./MenuEntries.tsx')
const { offersPassword } = await import('./offers-password.ts')
const { SideMenu } = await import('./SideMenu.tsx')
const { UserMenu } = await import('./UserMenu.tsx')
const { queryClient } = await import('#web/core/queries.ts')
const { session } = await import('#web/core/session.ts')

const handlers = { logout: () => undefined, 'change-password': () => undefined }

/** The text of an element at an address, without its tags. */
function textOf(element: ReactNode, address = '/dashboard'): string {
  return markup(element, address)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}
const markup = (element: ReactNode, address = '/dashboard'): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>{element}</MemoryRouter>
    </QueryClientProvider>,
  )

beforeEach(() => {
  session.clearAuth()
  local.clear()
})

test('RTE-05 la guardia no muestra nada al montarse', () => {
  session.setAuth(sampleUser('client'), 'a')
  const route = { path: '/pqr', roles: ['client'] as const, screen: lazyScreen(async () => () => <h1>Mis PQR</h1>) }
  expect(markup(<Guard route={route} />, '/pqr')).toBe('')
})

test('RTE-05 una pantalla cuyo código ya llegó se muestra de una vez, sin líneas grises antes', async () => {
  const Screen = lazyScreen(async () => () => <h1>Mis PQR</h1>)
  await Screen.load()
  expect(
    markup(
      <Suspense fallback="Cargando">
        <Screen />
      </Suspense>,
    ),
  ).toBe('<h1>Mis PQR</h1>')
})

test('SHL-01 el bloque de la persona dice nombre y rol, y su menú se llama Mi cuenta', () => {
  const text = textOf(<UserMenu user={sampleUser('financial')} handlers={handlers} offersPassword />)
  expect(text).toMatch(/Laura Pinzón Financiero Mi cuenta Perfil Notificaciones Cambiar contraseña Cerrar sesión/)
})

test('SHL-01 toda salida tiene el estilo de peligro', () => {
  const text = markup(<UserMenu user={sampleUser('client')} handlers={handlers} offersPassword />)
  expect(text).toMatch(/menu-entry--danger"><svg.*Cerrar sesión/)
})

test('SHL-03 la barra lateral marca dónde se está, y al pie la empresa con su NIT', () => {
  const text = markup(<SideMenu user={sampleUser('financial')} handlers={handlers} />, '/clients')
  expect(text.match(/aria-current="page"/g)).toHaveLength(1)
  expect(text).toMatch(/href="\/clients"[^>]*aria-current="page"|aria-current="page"[^>]*href="\/clients"/)
  expect(textOf(<SideMenu user={sampleUser('financial')} handlers={handlers} />)).toContain(
    'Andina Fibra S.A.S. NIT: 901.234.567-7',
  )
})

test('SHL-03 mientras no hay persona se ven líneas grises, y para el superadmin el pie es Enlace', () => {
  expect(markup(<SideMenu user={null} handlers={handlers} />)).toContain('skeleton')
  const text = textOf(<SideMenu user={sampleUser('superadmin')} handlers={handlers} />)
  expect(text).toContain('Enlace')
  expect(text).not.toContain('NIT:')
})

test('SHL-04 el pie de la aplicación', () => {
  session.setAuth(sampleUser('client'), 'a')
  expect(textOf(<AppShell />)).toContain('© 2025 Enlace. Todos los derechos reservados. Versión 1.0.0')
})

test('SHL-06 el punto rojo también se dice con palabras', () => {
  const admin = withIntegrations(sampleUser('admin'), false, false)
  expect(textOf(<SideMenu user={admin} handlers={handlers} />)).toContain('Integraciones Falta configurar pagos')
  expect(textOf(<SideMenu user={sampleUser('admin')} handlers={handlers} />)).not.toContain('Falta configurar pagos')
  const superadmin = withIntegrations(sampleUser('superadmin'), false, false)
  expect(textOf(<SideMenu user={superadmin} handlers={handlers} />)).not.toContain('Falta configurar pagos')
})

test('RTE-11 la entrada de pagos sigue marcada en todo lo que cuelga de ella', () => {
  for (const address of ['/payments', '/payments/payment_method', '/payments/checkout']) {
    expect(markup(<SideMenu user={sampleUser('client')} handlers={handlers} />, address)).toMatch(
      /(aria-current="page"[^>]*href="\/payments"|href="\/payments"[^>]*aria-current="page")/,
    )
  }
  expect(markup(<SideMenu user={sampleUser('financial')} handlers={handlers} />, '/invoices-electronic')).not.toContain(
    'aria-current',
  )
})

test('SHL-07 una entrada de acción es un botón y no un enlace', () => {
  const entry = { label: 'Salir', icon: 'salir', action: 'logout' } as const
  const text = markup(<MenuEntries entries={[entry]} handlers={handlers} lacksPayments={false} />)
  expect(text).toContain('<button')
  expect(text).not.toContain('href')
})

test('SHL-09 la opción está salvo que renderChangePassword diga false', () => {
  expect(offersPassword()).toBe(true)
  local.setItem('renderChangePassword', 'true')
  expect(offersPassword()).toBe(true)
  local.setItem('renderChangePassword', 'false')
  expect(offersPassword()).toBe(false)
})

test('SHL-10 el diálogo de salida, con sus palabras y la respuesta segura primero', () => {
  expect(textOf(<LogoutDialog onCancel={() => undefined} />)).toMatch(
    /¿Cerrar sesión\? ¿Estás seguro de que deseas cerrar tu sesión\? Cancelar Sí, cerrar sesión/,
  )
})

test('SHL-12 en el primer ingreso el menú no ofrece más que salir', () => {
  const user = sampleUser('financial', { is_first_login: true })
  expect(textOf(<SideMenu user={user} handlers={handlers} />)).not.toMatch(/General|Dashboard|Notificaciones/)
  expect(textOf(<UserMenu user={user} handlers={handlers} offersPassword />)).toMatch(/Mi cuenta Cerrar sesión/)
})
