// The doors of the language, seen through by the build.
import fs from 'node:fs';
import path from 'node:path';

const isDoor = /[\\/]language[\\/](index|onDemand|sending)\.ts$/;

/**
 * Takes what is imported through a door from where it is: code is divided by modules, and who needs one thing of a door would
 * need the modules of all that anybody takes of it.
 */
export const throughDoors = {
  name: 'through-doors',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path: file }) => {
      const contents = fs.readFileSync(file, 'utf8').replaceAll(/^import \{([^}]*)\} from '(\.[^']*)';$/gm, (statement, names, from) => {
        const door = path.join(path.dirname(file), from);
        return isDoor.test(door) ? straight(statement, names, placesOf(door)) : statement;
      });
      return { contents, loader: 'ts' };
    });
  },
};

/** The same import without the door, in as many lines. */
function straight(statement, names, places) {
  const imports = namesIn(names).map(({ name, as }) => {
    const place = places.get(name);
    return place && `import { ${place.name} as ${as} } from ${JSON.stringify(place.file)};`;
  });
  return imports.includes(undefined) ? statement : imports.join(' ') + '\n'.repeat(statement.split('\n').length - 1);
}

/** Where each name that a door exports is. */
function placesOf(door) {
  const list = fs.readFileSync(door, 'utf8').matchAll(/^export \{([^}]*)\} from '([^']*)';$/gm);
  const places = [...list].flatMap(([, names, from]) =>
    namesIn(names).map(({ name, as }) => [as, { name, file: path.join(path.dirname(door), from) }]),
  );
  return new Map(places);
}

/** `a, b as c, type D`, without the types. */
const namesIn = (text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => {
      const [name, as = name] = part.split(/\s+as\s+/);
      return { name, as };
    });
