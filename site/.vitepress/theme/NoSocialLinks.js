// Stands for the links with icons, of which there are none.
export default { render: () => null };
