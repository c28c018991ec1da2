import { expect, test } from 'vitest'
import { tabOf } from './tabs.ts'

test('SHL-02 la barra del celular marca la pantalla donde está el cliente', () => {
  expect(tabOf('/dashboard', '')).toBe('home')
  expect([tabOf('/payments', ''), tabOf('/payments', '#facturas')]).toEqual(['pay', 'invoices'])
  expect([tabOf('/view/invoice/1', ''), tabOf('/view/voucher/1', '')]).toEqual(['invoices', 'payments'])
  expect(tabOf('/contracts', '')).toBeNull()
})
