// A package as scripts of Postman and Bruno have it. `package` is what `require` returns.
import dayjs from 'dayjs';

export const create = () => ({ package: dayjs });
