import com.helger.peppolid.IDocumentTypeIdentifier;
import com.helger.peppolid.IParticipantIdentifier;
import com.helger.peppolid.factory.PeppolIdentifierFactory;
import com.helger.smpclient.peppol.SMPClientReadOnly;
import com.helger.xsds.peppol.smp1.SignedServiceMetadataType;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/** peppol-commons' SMP client, which verifies signatures against the local network's SMP authority. */
final class SmpReader {
  /** Looks for a registration with a wildcard, which has another name in each version of the client. */
  interface Wildcards {
    SignedServiceMetadataType find(SMPClientReadOnly client, IParticipantIdentifier participant, IDocumentTypeIdentifier type)
        throws Exception;
  }

  private final Stores stores;
  private final Wildcards wildcards;

  SmpReader(Stores stores, Wildcards wildcards) {
    this.stores = stores;
    this.wildcards = wildcards;
  }

  private SMPClientReadOnly client(String smpUrl) throws Exception {
    var client = new SMPClientReadOnly(URI.create(smpUrl));
    client.setTrustStore(stores.open("trust"));
    client.setVerifySignature(true);
    client.httpClientSettings().setSSLContext(stores.tlsClient());
    return client;
  }

  Object group(Map<String, String> in, byte[] body) throws Exception {
    var ids = PeppolIdentifierFactory.INSTANCE;
    var group = client(in.get("smp")).getServiceGroup(ids.createParticipantIdentifierWithDefaultScheme(in.get("participant")));
    var types = SMPClientReadOnly.getAllDocumentTypes(group);
    return String.join("\n", types.getAllMapped(type -> type.getURIEncoded()));
  }

  Object metadata(Map<String, String> in, byte[] body) throws Exception {
    var ids = PeppolIdentifierFactory.INSTANCE;
    var participant = ids.createParticipantIdentifierWithDefaultScheme(in.get("participant"));
    var type = ids.parseDocumentTypeIdentifier(in.get("documentTypeId"));
    var smp = client(in.get("smp"));
    var metadata = in.containsKey("wildcard")
        ? wildcards.find(smp, participant, type)
        : smp.getServiceMetadata(participant, type);
    var process = ids.parseProcessIdentifier(in.get("processId"));
    var profile = com.helger.peppol.smp.ESMPTransportProfile.TRANSPORT_PROFILE_PEPPOL_AS4_V2;
    var endpoint = SMPClientReadOnly.getEndpoint(metadata, process, profile);
    var seen = new LinkedHashMap<String, Object>();
    seen.put("type", metadata.getServiceMetadata().getServiceInformation().getDocumentIdentifier().getValue());
    seen.put("url", SMPClientReadOnly.getEndpointAddress(endpoint));
    seen.put("certificate", SMPClientReadOnly.getEndpointCertificate(endpoint).getSubjectX500Principal().getName());
    return seen;
  }
}
