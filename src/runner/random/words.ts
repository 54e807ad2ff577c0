const list = (text: string): readonly string[] => text.split(' ');
const lines = (text: string): readonly string[] => text.split(', ');

export const firstNames = list(
  'Ada Alan Amara Anders Anna Arjun Beatriz Carlos Chidi Clara Daniel Diego Elena Emil Fatima Felix Freya Grace Hana Hugo Ines Ivan Jamal Jonas Julia Kenji Lars Leila Lin Lucia Maria Mateo Mei Mila Nadia Noah Olga Omar Oscar Priya Quentin Rosa Ruth Samir Sofia Tara Tomas Uma Victor Wanda Yara Yusuf Zoe',
);
export const lastNames = list(
  'Abe Adeyemi Ali Andersson Bauer Becker Bell Berg Brown Castro Chen Cohen Costa Diaz Dubois Evans Fischer Garcia Gupta Haddad Hansen Hopper Ito Jensen Jones Kaur Keller Kim Kowalski Larsen Lopez Martin Meyer Moreau Nguyen Novak Okafor Olsen Park Patel Reyes Rossi Santos Sato Silva Singh Smith Tanaka Turner Vogel Walker Weber Wong Young',
);
export const namePrefixes = list('Mr. Mrs. Ms. Dr.');
export const nameSuffixes = list('Jr. Sr. II III IV PhD MD');
export const cities = lines(
  'Accra, Amsterdam, Athens, Auckland, Bangkok, Berlin, Bogota, Boston, Brussels, Cairo, Cape Town, Chicago, Copenhagen, Dakar, Delhi, Dublin, Geneva, Hanoi, Helsinki, Istanbul, Jakarta, Kyoto, Lagos, Lima, Lisbon, London, Madrid, Manila, Melbourne, Mexico City, Montreal, Mumbai, Nairobi, Oslo, Paris, Prague, Quito, Riga, Rome, San Diego, Santiago, Seoul, Singapore, Stockholm, Tallinn, Tokyo, Toronto, Vienna, Warsaw, Zurich',
);
export const streets = list(
  'Oak Maple Cedar Elm Pine Birch River Lake Hill Park Garden Mill Church Station Bridge King Queen Market Spring Forest',
);
export const streetKinds = list('Street Road Avenue Lane Way Drive Court Place');
/** Code and name. */
export const countries = lines(
  'AR Argentina, AU Australia, AT Austria, BE Belgium, BR Brazil, CA Canada, CL Chile, CO Colombia, CZ Czechia, DK Denmark, EG Egypt, EE Estonia, FI Finland, FR France, DE Germany, GH Ghana, GR Greece, IN India, ID Indonesia, IE Ireland, IT Italy, JP Japan, KE Kenya, MX Mexico, NL Netherlands, NZ New Zealand, NG Nigeria, NO Norway, PE Peru, PH Philippines, PL Poland, PT Portugal, SN Senegal, SG Singapore, ZA South Africa, KR South Korea, ES Spain, SE Sweden, CH Switzerland, TH Thailand, TR Turkey, GB United Kingdom, US United States, VN Vietnam',
);
/** Used after `example`: RFC 2606 reserves these domains. */
export const domainSuffixes = list('com net org');
export const locales = list('cs da de el en es et fi fr id it ja ko nl no pl pt sv th tr vi zh');
export const colors = list(
  'red orange yellow green blue indigo violet black white gray cyan magenta teal olive maroon navy pink gold silver purple',
);
export const jobLevels = list('Senior Lead Principal Junior Chief Regional Global Associate Central Direct');
export const jobAreas = list(
  'Accounts Brand Data Design Finance Integration Marketing Mobility Operations Quality Research Sales Security Support Web',
);
export const jobTypes = list(
  'Administrator Analyst Architect Assistant Consultant Coordinator Designer Developer Director Engineer Manager Planner Specialist Technician',
);
export const companySuffixes = list('Inc LLC Group Ltd GmbH');
export const departments = list(
  'Books Clothing Computers Electronics Garden Games Grocery Health Home Jewelry Kids Movies Music Outdoors Shoes Sports Tools Toys',
);
export const products = list(
  'Ball Bike Chair Computer Fish Gloves Hat Keyboard Lamp Mouse Pants Pizza Salad Shirt Shoes Soap Table Towels',
);
export const productAdjectives = list(
  'Awesome Elegant Fantastic Generic Handmade Incredible Intelligent Licensed Practical Refined Rustic Sleek Small Tasty',
);
export const materials = list('Bamboo Concrete Cotton Granite Metal Plastic Rubber Steel Wooden Wool');
/** Code, symbol and name. */
export const currencies = lines(
  'AUD $ Australian Dollar, BRL R$ Brazilian Real, CAD $ Canadian Dollar, CHF CHF Swiss Franc, CNY ¥ Yuan Renminbi, CZK Kč Czech Koruna, DKK kr Danish Krone, EUR € Euro, GBP £ Pound Sterling, INR ₹ Indian Rupee, JPY ¥ Yen, KRW ₩ Won, MXN $ Mexican Peso, NOK kr Norwegian Krone, PLN zł Zloty, SEK kr Swedish Krona, TRY ₺ Turkish Lira, USD $ US Dollar, ZAR R Rand',
);
export const transactions = list('deposit invoice payment withdrawal');
export const accounts = list('Checking Savings Investment Loan Personal Credit');
export const weekdays = list('Monday Tuesday Wednesday Thursday Friday Saturday Sunday');
export const months = list('January February March April May June July August September October November December');
/** Extension and media type. */
export const fileTypes = lines(
  'csv text/csv, gif image/gif, html text/html, jpg image/jpeg, json application/json, mp3 audio/mpeg, mp4 video/mp4, pdf application/pdf, png image/png, svg image/svg+xml, txt text/plain, xml application/xml, zip application/zip',
);
export const abbreviations = list('AI API CSS DNS EXE FTP HTTP IP JSON PCI PNG RAM SAS SMTP SQL SSL TCP USB XML');
export const nouns = list(
  'account alarm array bandwidth bus card circuit driver firewall hard-drive interface matrix microchip monitor panel pixel port program protocol sensor system transmitter',
);
export const verbs = list(
  'back-up bypass calculate compress connect copy generate hack index input navigate override parse program quantify reboot synthesize transmit',
);
export const adjectives = list(
  'auxiliary back-end bluetooth cross-platform digital haptic mobile multi-byte neural online open-source optical primary redundant solid-state virtual wireless',
);
export const lorem = list(
  'ad alias amet animi aperiam aut autem beatae commodi consequatur culpa cumque debitis deleniti dicta dolor dolorem ea eius enim error esse est et ex explicabo facere fuga fugit harum hic id illo in ipsa ipsum iste iure laboriosam libero magnam maxime minus modi mollitia nam natus nemo nihil nisi nobis non odio officia omnis porro quae quam quas qui quia quis quo ratione rem rerum saepe sed sint sit sunt tempora totam ullam unde ut vel velit vero vitae voluptas',
);
