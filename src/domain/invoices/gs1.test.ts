import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { money } from '#domain/core/money.ts'
import { type BankAgreement, billBarCode, billReference } from './bank-agreement.ts'
import { crcOf, readBankQr } from './bank-qr.ts'
import { barCodeOf, glnCheckDigit, isGln, modulesOf } from './gs1.ts'

const agreement: BankAgreement = {
  gln: '7709998000018',
  bank_code: '007',
  reference: 'invoice',
  reference_length: 10,
  amount_length: 10,
  has_due_day: true,
  qr: null,
}
const bill = { reference: '1024', amount: money(7_140_000), due_on: day('2026-12-15') }

const BARS =
  '2112324111312313113121131124121131414113112122222122222232111112422212312122222122222122222213123112224111312113132122222122222122221223121222312122224111311143112212313212211122321132221124122331112'

test('INV-12 el código de barras de la factura tiene los símbolos y el control de los vectores publicados', () => {
  const code = billBarCode(agreement, bill)
  expect(code?.text).toBe('(415)7709998000018(8020)0000001024(3900)0000071400(96)20261215')
  expect(code?.symbols).toEqual(
    '105 102 41 57 70 99 98 0 0 18 80 20 0 0 0 10 24 102 39 0 0 0 7 14 0 102 96 20 26 12 15 70 106'
      .split(' ')
      .map(Number),
  )
  const long = billBarCode(
    { ...agreement, reference_length: 24, amount_length: 14 },
    { reference: '102400000001', amount: money(6_000_000), due_on: day('2026-12-31') },
  )
  expect(long?.text).toBe('(415)7709998000018(8020)000000000000102400000001(3900)00000000060000(96)20261231')
  expect([long?.symbols.length, long?.symbols.at(-2)]).toEqual([42, 41])
  const other = billBarCode(
    { ...agreement, gln: '7709998123458', reference_length: 14, amount_length: 8 },
    { reference: '90012345601024', amount: money(100_000_000), due_on: day('2027-01-05') },
  )
  expect([other?.symbols.length, other?.symbols.at(-2)]).toEqual([34, 96])
  // The bars of the first vector, from another program.
  const bars = modulesOf(code ?? barCodeOf([]))
  expect(bars.join('')).toBe(BARS)
  expect([bars.length, bars.reduce((sum, width) => sum + width, 0)]).toEqual([32 * 6 + 7, 32 * 11 + 13])
})

test('INV-12 los dígitos de control de los GLN', () => {
  expect(['770999800001', '770999812345', '770999899999'].map(glnCheckDigit)).toEqual([8, 8, 2])
  expect(['7709998013711', '7709998726789', '7709998014350', '7709998000017', '77099980000'].map(isGln)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('INV-12 una factura que no cabe en el convenio no lleva código', () => {
  expect(billBarCode({ ...agreement, gln: '7709998000017' }, bill)).toBeNull()
  expect(billBarCode(agreement, { ...bill, reference: '12345678901' })).toBeNull()
  expect(billBarCode(agreement, { ...bill, reference: 'A1' })).toBeNull()
  expect(billBarCode(agreement, { ...bill, amount: money(0) })).toBeNull()
  expect(billBarCode({ ...agreement, amount_length: 6 }, { ...bill, amount: money(100_000_000) })).toBeNull()
  expect(billBarCode({ ...agreement, amount_length: null, has_due_day: false }, bill)?.text).toBe(
    '(415)7709998000018(8020)0000001024',
  )
  // The centavos are rounded up: the invoice has no rest.
  expect(billBarCode(agreement, { ...bill, amount: money(7_140_001) })?.text).toContain('(3900)0000071401')
  expect(['AF-1024', 'AF-000211', '900123456-8', 'X'].map(billReference)).toEqual([
    '1024',
    '000211',
    '9001234568',
    null,
  ])
})

const QR =
  '00020101021126350014CO.COM.RBM.LLA0413@enlaceprueba49250014CO.COM.RBM.RED0103RBM50290013CO.COM.RBM.CU01080000000051220013CO.COM.RBM.CA01010520448145303170540871400.005802CO5913ENLACE PRUEBA6005TUNJA610615000162350106FE10240708ENL00001080205110350080260016CO.COM.RBM.CANAL0102IM81250015CO.COM.RBM.CIVA01020282260014CO.COM.RBM.IVA01040.0083270015CO.COM.RBM.BASE01040.0084250015CO.COM.RBM.CINC01020285260014CO.COM.RBM.INC01040.0090300016CO.COM.RBM.TRXID010600000091460014CO.COM.RBM.SEC0124AAAAAAAAAAAAAAAAAAAAAAAA630487E2'

/** The same text with its control code. */
const signed = (text: string): string => text + crcOf(new TextEncoder().encode(text))

test('INV-12 el QR del banco se comprueba con su código de control, su país y su moneda', () => {
  expect(crcOf(new TextEncoder().encode('123456789'))).toBe('29B1')
  expect(crcOf(new TextEncoder().encode('0002010102115204481453031705802CO5913CONEXIÓN SAS6007BOGOTÁ6304'))).toBe(
    'ED60',
  )
  expect([QR.length, signed(QR.slice(0, -4)) === QR]).toEqual([518, true])
  expect(readBankQr(QR)).toMatch(/trae un valor fijo/)
  expect(readBankQr(QR.replace('71400.00', '71401.00'))).toMatch(/está dañado/)
  const free = signed(QR.slice(0, -4).replace('540871400.00', ''))
  expect(readBankQr(free)).toEqual({ name: 'ENLACE PRUEBA', key: '@enlaceprueba', reference: null })
  expect(readBankQr(signed(free.slice(0, -4).replace('5802CO', '5802MX')))).toMatch(/no es de Colombia/)
  expect(readBankQr('hola')).toMatch(/pégalo completo/)
})
