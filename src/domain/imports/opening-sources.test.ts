import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import {
  type ClientKey,
  documentsToWrite,
  missingOpeningColumns,
  type OpeningCells,
  openingPositions,
  readOpeningRow,
} from './opening.ts'
import { openingSourceOf } from './opening-sources.ts'

const CLIENT = { id: 'k1', name: 'Ana Ruiz', identification: '1023570856', hasOpening: false }

/** Reads a list with its headings: its system, whose each row is, and the row. */
function read(headings: string, ...lines: string[]) {
  const headers = headings.split(';')
  const source = openingSourceOf(headers)
  const positions = openingPositions(headers, source)
  const seen = new Set<string>()
  const keys: ClientKey[] = []
  const rows = lines.map((text, index) => {
    const raw = text.split(';')
    const cells: OpeningCells = Object.fromEntries(
      Object.entries(positions).flatMap(([column, position]) =>
        (raw[position] ?? '') === '' ? [] : [[column, raw[position]]],
      ),
    )
    const clientOf = (key: ClientKey) => {
      keys.push(key)
      return CLIENT
    }
    return readOpeningRow({ line: index + 2, cells }, { today: day('2026-11-26'), seen, source, clientOf })
  })
  return {
    name: source?.name,
    missing: missingOpeningColumns(positions),
    keys,
    rows,
    documents: documentsToWrite(rows),
  }
}

const document = (number: string, issued_on: string, due_on: string, pesos: number) => ({
  client_id: 'k1',
  number,
  issued_on,
  due_on,
  balance: pesos * 100,
})

test('CLI-05 WispHub: la factura sin fecha de pago se debe, y su número son su servicio y su día', () => {
  const list = read(
    'ID Servicio;Cliente;DNI/C.I./C.C./IFE;Dirección;Telefono;Correo;Plan;Fecha Emision;Fecha Vencimiento;Fecha Pago;Forma de Pago;Total',
    '17;Ana Ruiz;1.023.570.856;Cra 5;310;;50 megas;01/09/2026;15/09/2026;;;$69900.00',
    '17;Ana Ruiz;1.023.570.856;Cra 5;310;;50 megas;01/08/2026;15/08/2026;12/08/2026;Efectivo;$69900.00',
  )
  expect([list.name, list.missing, list.keys.map(({ identification }) => identification)]).toEqual([
    'WispHub',
    [],
    ['1023570856'],
  ])
  expect(list.rows.map(({ row }) => row.is_left_out)).toEqual([false, true])
  expect(list.documents).toEqual([document('17-01/09/2026', '2026-09-01', '2026-09-15', 69_900)])
})

test('CLI-05 MikroWisp, Splynx y UISP: la factura se une por el código del cliente, y se debe lo que falta de su total', () => {
  const mikrowisp = read(
    'id;legal;idcliente;emitido;vencimiento;total;estado;cobrado;impuesto;fechapago;subtotal;formapago',
    '900;;17;2026-09-01;2026-09-15;S/. 60000.00;1;20000.00;0;;60000;',
    '901;;17;2026-08-01;2026-08-15;60000.00;0;60000.00;0;2026-08-09;60000;Caja',
  )
  expect([mikrowisp.name, mikrowisp.keys[0]?.code]).toEqual(['MikroWisp', '17'])
  expect(mikrowisp.documents).toEqual([document('900', '2026-09-01', '2026-09-15', 40_000)])
  const splynx = read(
    'id;number;customer_id;date_created;date_till;date_payment;status;total;due',
    '5;2026-0001;33;2026-09-01;2026-09-15;0000-00-00;not_paid;71400.00;31400.00',
    '6;2026-0002;33;2026-09-01;2026-09-15;2026-09-03;paid;71400.00;0.00',
    '7;2026-0003;33;2026-09-01;2026-09-15;;deleted;71400.00;71400.00',
  )
  expect([splynx.name, splynx.keys[0]?.code]).toEqual(['Splynx', '33'])
  expect(splynx.documents).toEqual([document('2026-0001', '2026-09-01', '2026-09-15', 31_400)])
  const uisp = read(
    'id;number;clientId;createdDate;dueDate;maturityDays;status;subtotal;taxes;total;amountPaid;currencyCode',
    '1;F-10;44;2026-09-01T00:00:00-0500;2026-09-15T00:00:00-0500;14;2;60000;11400;71400;1400;COP',
    '2;F-11;44;2026-09-01T00:00:00-0500;2026-09-15T00:00:00-0500;14;0;60000;11400;71400;0;COP',
    '3;F-12;44;2026-09-01T00:00:00-0500;2026-09-15T00:00:00-0500;14;3;60000;11400;71400;71400;COP',
  )
  expect([uisp.name, uisp.keys[0]?.code]).toEqual(['UISP (UCRM)', '44'])
  expect(uisp.documents).toEqual([document('F-10', '2026-09-01', '2026-09-15', 70_000)])
})

test('CLI-05 la exportación de facturas de UISP trae el nombre y no el documento', () => {
  const list = read(
    'Number;Status;Created date;Due date;Currency;Total;Taxes;Discount;Amount paid;Amount due;Client firstname;Client lastname;Client company name;Client address',
    'F-10;Unpaid;2026-09-01;2026-09-15;COP;71400;11400;0;0;71400;Ana;Ruiz;;Cra 5',
    'F-11;Unpaid;2026-09-01;2026-09-15;COP;71400;11400;0;0;71400;;;Tienda La 10 S.A.S.;Cra 6',
    'F-12;Paid;2026-09-01;2026-09-15;COP;71400;11400;0;71400;0;Ana;Ruiz;;Cra 5',
  )
  expect(list.keys.map(({ name }) => name)).toEqual(['Ana Ruiz', 'Tienda La 10 S.A.S.'])
  expect(list.documents.map(({ number }) => number)).toEqual(['F-10', 'F-11'])
})

test('CLI-05 Odoo, Alegra y Siigo: el saldo de cada factura, sin borradores ni anuladas; una nota crédito sin usar se registra a mano', () => {
  const odoo = read(
    'name;move_type;partner_id/vat;invoice_date;invoice_date_due;amount_total;amount_residual;state;payment_state',
    'FE/10;out_invoice;900123456-8;2026-09-01;2026-09-15;71400;31400;posted;partial',
    'NC/1;out_refund;900123456-8;2026-09-01;2026-09-15;71400;71400;posted;not_paid',
    'NC/2;out_refund;900123456-8;2026-09-01;2026-09-15;71400;0;posted;paid',
    'NC/3;out_refund;900123456-8;2026-09-01;2026-09-15;71400;71400;draft;not_paid',
    'FE/11;out_invoice;900123456-8;2026-09-01;2026-09-15;71400;71400;draft;not_paid',
  )
  expect([odoo.name, odoo.keys[0]?.identification]).toEqual(['Odoo', '900123456-8'])
  expect(odoo.rows.map(({ row }) => [row.number, row.is_left_out, ...row.errors])).toEqual([
    ['FE/10', false],
    [
      'NC/1',
      false,
      'Es una nota crédito sin usar: registra a mano el saldo a favor de $ 71.400,00 de Ana Ruiz y quita esta fila',
    ],
    ['NC/2', true],
    ['NC/3', true],
    ['FE/11', true],
  ])
  // The invoices of a client come in together, when its row is gone.
  expect(odoo.documents).toEqual([])
  expect(odoo.rows[0]?.document).toEqual(document('FE/10', '2026-09-01', '2026-09-15', 31_400))
  const alegra = read(
    'id;date;dueDate;client.id;client.name;client.identification;numberTemplate.fullNumber;status;total;balance',
    '1;2026-09-01;2026-09-15;9;Ana;1023570856;FV-7;open;71400;71400',
    '2;2026-09-01;2026-09-15;9;Ana;1023570856;FV-8;closed;71400;0',
    '3;2026-09-01;2026-09-15;9;Ana;1023570856;FV-9;void;71400;71400',
  )
  expect([alegra.name, alegra.documents]).toEqual(['Alegra', [document('FV-7', '2026-09-01', '2026-09-15', 71_400)]])
  const siigo = read(
    'name;date;customer.identification;payments.due_date;total;balance',
    'FV-2-1;2026-09-01;1023570856;2026-09-15;71400;71400',
    'FV-2-2;2026-09-01;1023570856;2026-09-15;71400;0',
  )
  expect([siigo.name, siigo.documents]).toEqual(['Siigo', [document('FV-2-1', '2026-09-01', '2026-09-15', 71_400)]])
})

test('CLI-05 una lista sin vencimientos lo dice: la mora no se adivina', () => {
  expect(read('name;date;customer.identification;total;balance').missing).toEqual(['Fecha de vencimiento'])
})

test('CLI-05 lo que viene negativo o ambiguo en la lista de otro sistema se corrige, no se adivina', () => {
  const list = read(
    'id;number;customer_id;date_created;date_till;status;total;due',
    '5;1;33;2026-09-01;2026-09-15;not_paid;71400;-10000',
    '6;2;33;2026-09-01;2026-09-15;not_paid;71400;22565.500',
  )
  expect(list.rows.map(({ row }) => row.errors.length)).toEqual([1, 1])
  expect(list.documents).toEqual([])
})
