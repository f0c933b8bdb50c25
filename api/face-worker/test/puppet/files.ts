import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rest } from './model';

/** The source folder, relative to the compiled file. */
const folder = join(__dirname, '../../../../../test/puppet');

export const photoFile = join(folder, 'astronaut.jpg');
export const restFile = join(folder, 'rest.json');

export const readRest = (): Rest => JSON.parse(readFileSync(restFile, 'utf8')) as Rest;
