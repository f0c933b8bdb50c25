// The Java libraries for the checks, downloaded from Maven Central with Maven and cached in the clone.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './product.mjs';
import { Skip } from './report.mjs';
import { run } from './run.mjs';
import { apt } from './apt.mjs';

const folder = join(root, '.cache/jars');

/** Returns the path of a Maven coordinate's jar; downloads it once. */
export function jar(coordinate) {
  const [, name, version] = coordinate.split(':');
  const path = join(folder, `${name}-${version}.jar`);
  if (existsSync(path)) return path;
  if (spawnSync('mvn', ['-version']).error) apt(['maven'], 'Maven is missing');
  mkdirSync(folder, { recursive: true });
  try {
    run('mvn', ['-q', '-B', 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy', `-Dartifact=${coordinate}`,
      `-DoutputDirectory=${folder}`, '-Dmdep.overWriteReleases=false'], { cwd: folder });
  } catch (error) {
    throw new Skip(`Maven could not fetch ${coordinate}: ${error.message.slice(-300)}`);
  }
  return path;
}

/** Makes sure that a Java 17 compiler is installed. */
export function needJava() {
  if (spawnSync('javac', ['-version']).error) apt(['openjdk-17-jdk-headless'], 'A JDK 17 is missing');
}
