/**
 * The children of each element that our documents use, in the order of the schemas of UBL 2.1 (an OASIS standard). Those that we never
 * write are left out. The schemas come with no package of the registry, so their order is data here.
 */
export const CHILDREN: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    Invoice: `ext:UBLExtensions cbc:UBLVersionID cbc:CustomizationID cbc:ProfileID cbc:ProfileExecutionID cbc:ID cbc:UUID cbc:IssueDate
      cbc:IssueTime cbc:DueDate cbc:InvoiceTypeCode cbc:Note cbc:DocumentCurrencyCode cbc:LineCountNumeric cac:InvoicePeriod
      cac:BillingReference cac:AccountingSupplierParty cac:AccountingCustomerParty cac:PaymentMeans cac:AllowanceCharge cac:TaxTotal
      cac:LegalMonetaryTotal cac:InvoiceLine`,
    CreditNote: `ext:UBLExtensions cbc:UBLVersionID cbc:CustomizationID cbc:ProfileID cbc:ProfileExecutionID cbc:ID cbc:UUID cbc:IssueDate
      cbc:IssueTime cbc:CreditNoteTypeCode cbc:Note cbc:DocumentCurrencyCode cbc:LineCountNumeric cac:InvoicePeriod
      cac:DiscrepancyResponse cac:BillingReference cac:AccountingSupplierParty cac:AccountingCustomerParty cac:PaymentMeans
      cac:AllowanceCharge cac:TaxTotal cac:LegalMonetaryTotal cac:CreditNoteLine`,
    'ext:UBLExtensions': 'ext:UBLExtension',
    'ext:UBLExtension': 'ext:ExtensionContent',
    'ext:ExtensionContent': 'sts:DianExtensions',
    'sts:DianExtensions': 'sts:InvoiceControl sts:InvoiceSource sts:QRCode',
    'sts:InvoiceControl': 'sts:InvoiceAuthorization sts:AuthorizationPeriod sts:AuthorizedInvoices',
    'sts:AuthorizationPeriod': 'cbc:StartDate cbc:EndDate',
    'sts:AuthorizedInvoices': 'sts:Prefix sts:From sts:To',
    'sts:InvoiceSource': 'cbc:IdentificationCode',
    'cac:InvoicePeriod': 'cbc:StartDate cbc:EndDate',
    'cac:DiscrepancyResponse': 'cbc:ReferenceID cbc:ResponseCode cbc:Description',
    'cac:BillingReference': 'cac:InvoiceDocumentReference',
    'cac:InvoiceDocumentReference': 'cbc:ID cbc:UUID cbc:IssueDate',
    'cac:AccountingSupplierParty': 'cbc:AdditionalAccountID cac:Party',
    'cac:AccountingCustomerParty': 'cbc:AdditionalAccountID cac:Party',
    'cac:Party':
      'cac:PartyIdentification cac:PartyName cac:PhysicalLocation cac:PartyTaxScheme cac:PartyLegalEntity cac:Contact',
    'cac:PartyIdentification': 'cbc:ID',
    'cac:PartyName': 'cbc:Name',
    'cac:PhysicalLocation': 'cac:Address',
    'cac:Address': 'cbc:ID cbc:CityName cbc:CountrySubentity cbc:CountrySubentityCode cac:AddressLine cac:Country',
    'cac:RegistrationAddress':
      'cbc:ID cbc:CityName cbc:CountrySubentity cbc:CountrySubentityCode cac:AddressLine cac:Country',
    'cac:AddressLine': 'cbc:Line',
    'cac:Country': 'cbc:IdentificationCode cbc:Name',
    'cac:PartyTaxScheme': 'cbc:RegistrationName cbc:CompanyID cbc:TaxLevelCode cac:RegistrationAddress cac:TaxScheme',
    'cac:TaxScheme': 'cbc:ID cbc:Name',
    'cac:PartyLegalEntity': 'cbc:RegistrationName cbc:CompanyID cac:CorporateRegistrationScheme',
    'cac:CorporateRegistrationScheme': 'cbc:ID',
    'cac:Contact': 'cbc:Telephone cbc:ElectronicMail',
    'cac:PaymentMeans': 'cbc:ID cbc:PaymentMeansCode cbc:PaymentDueDate',
    'cac:AllowanceCharge': 'cbc:ID cbc:ChargeIndicator cbc:AllowanceChargeReason cbc:Amount cbc:BaseAmount',
    'cac:TaxTotal': 'cbc:TaxAmount cac:TaxSubtotal',
    'cac:TaxSubtotal': 'cbc:TaxableAmount cbc:TaxAmount cac:TaxCategory',
    'cac:TaxCategory': 'cbc:Percent cac:TaxScheme',
    'cac:LegalMonetaryTotal': `cbc:LineExtensionAmount cbc:TaxExclusiveAmount cbc:TaxInclusiveAmount cbc:AllowanceTotalAmount
      cbc:PayableAmount`,
    'cac:InvoiceLine': 'cbc:ID cbc:InvoicedQuantity cbc:LineExtensionAmount cac:TaxTotal cac:Item cac:Price',
    'cac:CreditNoteLine': 'cbc:ID cbc:CreditedQuantity cbc:LineExtensionAmount cac:TaxTotal cac:Item cac:Price',
    'cac:Item': 'cbc:Description cac:StandardItemIdentification',
    'cac:StandardItemIdentification': 'cbc:ID',
    'cac:Price': 'cbc:PriceAmount cbc:BaseQuantity',
  }).map(([name, children]) => [name, children.split(/\s+/)]),
)
