tool.test('the answer is a user', () => {
  tool.expect(response.status).to.equal(200);
  tool.expect(response.body.name).to.be.a('string');
  tool.expect(response.body.tags).to.be.an('array');
});
